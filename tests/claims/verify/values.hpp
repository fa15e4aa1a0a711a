// values.hpp: values straight from the definitions of play, and searches for least counterexamples.
#pragma once
#include <bits/stdc++.h>
using namespace std; typedef vector<int> VI; typedef function<bool(int)> Pred;
static void say(const string&f,const string&c,const string&fact){ printf("%s\t%s\t%s\n",f.c_str(),c.c_str(),fact.c_str()); fflush(stdout); }
static void first(const string&f,const string&c,int n,const string&more=""){ say(f,c,n<0?"NOT FOUND":"first fails at n = "+to_string(n)+more); }
static void first2(const string&f,const string&c,const string&x,int a,const string&y,int b,const string&more=""){ say(f,c,a<0?"NOT FOUND":"first fails at "+x+" = "+to_string(a)+", "+y+" = "+to_string(b)+more); }
static string two(long a,long b){ return " ("+to_string(a)+" and "+to_string(b)+")"; }
// ---- values by the definitions
static int dig(char h){ return isdigit(h)?h-'0':h-'A'+10; }
static VI code(const string&s,int N,bool lastRepeats=false){ // "d0.d1d2..." ; bits 1,2,4,8: leave 0,1,2,3 non-empty heaps
  VI d; for(char h:s) if(h!='.') d.push_back(dig(h)); int K=d.size()-1; auto at=[&](int i){ return i<=K?d[i]:lastRepeats?d[K]:0; };
  VI g(N+1,0),st(1<<14,-1);
  for(int n=0;n<=N;n++){ for(int i=0;i<=n&&(lastRepeats||i<=K);i++){ int x=at(i),m=n-i; if(i==0) x&=~3;
      if((x&1)&&m==0) st[0]=n; if((x&2)&&m>0) st[g[m]]=n;
      if(x&4) for(int a=1;2*a<=m;a++) st[g[a]^g[m-a]]=n;
      if(x&8) for(int a=1;3*a<=m;a++) for(int b=a;a+2*b<=m;b++) st[g[a]^g[b]^g[m-a-b]]=n; }
    int v=0; while(st[v]==n) v++; g[n]=v; }
  return g; }
// one heap to one heap: can(n,k) says whether k may be taken from n
static VI heap(int N,function<bool(int,int)> can){ VI g(N+1),st(2*N+4,-1); for(int n=0;n<=N;n++){ for(int k=1;k<=n;k++) if(can(n,k)) st[g[n-k]]=n; int v=0; while(st[v]==n) v++; g[n]=v; } return g; }
static VI sub(const set<int>&S,int N){ VI g(N+1),st(S.size()+4,-1); for(int n=0;n<=N;n++){ for(int k:S) if(k<=n) st[g[n-k]]=n; int v=0; while(st[v]==n) v++; g[n]=v; } return g; }
static VI allbut(const set<int>&X,int N){ return heap(N,[&](int,int k){ return !X.count(k); }); }
static int rep(const VI&g,int p,int s,int from){ for(int n=from;n+p<(int)g.size();n++) if(g[n+p]!=g[n]+s) return n; return -1; }
static void repeats(const string&f,const string&c,const VI&g,int p,int s,int from){ int n=rep(g,p,s,from); first(f,c,n,n<0?"":two(g[n],g[n+p])); }
static void same(const string&f,const string&c,const VI&a,const VI&b){ for(int n=0;n<(int)a.size();n++) if(a[n]!=b[n]){ first(f,c,n,two(a[n],b[n])); return; } first(f,c,-1); }
static void law(const string&f,const string&c,const VI&g,function<int(int)> v,int from=0){ for(int n=from;n<(int)g.size();n++) if(g[n]!=v(n)){ first(f,c,n,two(g[n],v(n))); return; } first(f,c,-1); }
static void truth(const string&f,const string&c,int N,Pred holds,int from=0){ for(int n=from;n<=N;n++) if(!holds(n)){ first(f,c,n); return; } first(f,c,-1); }
// least by the greatest variable, then lexicographically
static void truth2(const string&f,const string&c,const string&x,const string&y,int N,function<bool(int,int)> holds,int from=0){
  for(int m=from;m<=N;m++){ for(int a=from;a<=m;a++){ if(a<m){ if(!holds(a,m)){ first2(f,c,x,a,y,m); return; } } else for(int b=from;b<=m;b++) if(!holds(m,b)){ first2(f,c,x,m,y,b); return; } } }
  first2(f,c,x,-1,y,-1); }
static bool prime(int n){ if(n<2) return false; for(int d=2;(long)d*d<=n;d++) if(n%d==0) return false; return true; }
static int isq(int n){ int r=sqrt((double)n); while(r*r>n) r--; while((r+1)*(r+1)<=n) r++; return r; }
static int omega(int n){ int c=0; for(int d=2;d*d<=n;d++) if(n%d==0){ c++; while(n%d==0) n/=d; } return c+(n>1); }
static int bigomega(int n){ int c=0; for(int d=2;d*d<=n;d++) while(n%d==0){ c++; n/=d; } return c+(n>1); }
static int val(int n,int p){ int c=0; while(n%p==0){ n/=p; c++; } return c; }
static bool isfib(int n){ int a=0,b=1; while(a<n){ int t=a+b; a=b; b=t; } return a==n; }
// floor(phi*d), exactly
static long fphi(long d){ __int128 t=5*(__int128)d*d; long r=sqrtl((long double)t); while((__int128)r*r>t) r--; while((__int128)(r+1)*(r+1)<=t) r++; return (d+r)/2; }
// two heaps, values: options(a,b,put)
typedef function<void(int,int,function<void(int,int)>)> Opt2;
static vector<VI> values2(int N,Opt2 o){ vector<VI> g(N+1,VI(N+1)); VI st(4*N+8,-1); int stamp=0; for(int s=0;s<=2*N;s++) for(int a=max(0,s-N);a<=min(N,s);a++){ int b=s-a; stamp++; o(a,b,[&](int c,int d){ st[g[c][d]]=stamp; }); int v=0; while(st[v]==stamp) v++; g[a][b]=v; } return g; }

