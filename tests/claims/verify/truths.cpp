// truths.cpp: checks the claims of ../true over long ranges, and the finite certificates that their heads name. Prints what fails, and a summary.
#include "values.hpp"
static int bad=0,good=0; static void ok(const string&what,bool holds){ if(holds) good++; else { bad++; printf("FAIL %s\n",what.c_str()); } }
static void gs(const string&what,const VI&g,int n0,int p,int k,bool least=true){ bool c=2*n0+2*p+k<(int)g.size(); for(int n=n0;c&&n<=2*n0+p+k;n++) c=g[n]==g[n+p]; ok(what+" Guy-Smith",c); ok(what+" long",rep(g,p,0,n0)<0); if(least) ok(what+" least preperiod",n0<=1||g[n0-1]!=g[n0-1+p]); }
static void t16(const string&what,const VI&g,int n0,int p,int M){ bool c=true; for(int i=0;i<M;i++) c&=g[n0+i]==g[n0+i+p]; ok(what+" T16",c); ok(what+" long",rep(g,p,0,n0)<0); ok(what+" least",n0==0||g[n0-1]!=g[n0-1+p]); }
static void t19(const string&what,const VI&g,int n0,int p,int s,int M){ VI m(g.size()); for(int n=0;n<(int)g.size();n++) m[n]=max(g[n],n?m[n-1]:0); bool c=true; for(int i=0;i<2*M;i++) c&=g[n0+i]+s==g[n0+i+p]&&m[n0+i]+s==m[n0+i+p]; ok(what+" T19",c); ok(what+" long",rep(g,p,s,n0)<0); }
static void all(const string&what,int N,Pred p,int from=0){ int n=from; while(n<=N&&p(n)) n++; if(n<=N) printf("at n = %d: ",n); ok(what,n>N); }
static void all2(const string&what,int N,function<bool(int,int)> p,int from=0){ bool c=true; for(int a=from;a<=N&&c;a++) for(int b=from;b<=N&&c;b++) if(!p(a,b)){ printf("at %d, %d: ",a,b); c=false; } ok(what,c); }
static set<int> upto(int m){ set<int> s; for(int i=1;i<=m;i++) s.insert(i); return s; }
int main(){
  VI kayles=code("0.77",3000),dawson=code("0.07",3000); gs("kayles",kayles,71,12,2); gs("dawson",dawson,53,34,2); ok("36 from 100",rep(kayles,36,0,100)<0);
  gs("0.156",code("0.156",9000),3479,349,3); gs("0.356",code("0.356",16000),7315,142,3); gs("4.364",code("4.364",25000),11687,62,3);
  VI b177=code("0.177",4000),c4674=code("4.674",3000); gs("0.45",code("0.45",3000),498,20,2); gs("0.177",b177,497,20,3); gs("4.674",c4674,143,24,3);
  { VI g(400); for(int n=1;n<400;n++){ set<int> s; if(n<=2) s.insert(0); for(int i=1;n-2-i>=1;i++) s.insert(g[i]^g[n-2-i]); int v=0; while(s.count(v)) v++; g[n]=v; } VI h=code("0.15",399); ok("Guiles by moves",g==h); gs("0.15",h,1,10,2,false); }
  VI s134=sub({1,3,4},20000); t16("{1,3,4}",s134,0,7,4); t16("{2,4,7}",sub({2,4,7},5000),8,3,7); t16("{4,6,8,9,10,15}",sub({4,6,8,9,10,15},5000),52,19,15);
  t16("581",sub({6,19,25,44},20000),3416,581,44); t16("5299",sub({2,8,35,43},40000),1143,5299,43); t16("404",sub({5,16,21,37},20000),1961,404,37); ok("404 by code",code("0.0000300000000003000030000000000000003",5000)==sub({5,16,21,37},5000));
  { VI g=sub({1,2000},20000); t16("2001",g,0,2001,2000); all("values 2001",20000,[&](int n){ return g[n]==(n%2001==2000?2:n%2001%2); }); }
  { VI g=heap(3000,[](int n,int k){ return k<=(n<=40?3:2); }); ok("settle",rep(g,3,0,41)<0); all("settle words",3000,[&](int n){ return (g[n]==0)==(n%3==1); },41); ok("settle 38..40",g[38]==2&&g[39]==3&&g[40]==0); }
  { int N=3000; VI c(N+1),w(N+1); auto mexof=[](set<int> s){ int v=0; while(s.count(v)) v++; return v; }; for(int n=0;n<=N;n++){ set<int> s,t; for(int k:{2,3}) if(k<=n) s.insert(w[n-k]); for(int k:{2,5}) if(k<=n) t.insert(c[n-k]); c[n]=mexof(s); w[n]=mexof(t); } ok("calm",rep(c,8,0,0)<0); ok("wild",rep(w,8,0,0)<0); all("together",N,[&](int n){ return !(c[n]==0&&w[n]==0)||n%8<2; }); bool cert=true; for(int i=0;i<5;i++) cert&=c[i]==c[i+8]&&w[i]==w[i+8]; ok("calm and wild, five pairs",cert); }
  t19("{14}",allbut({14},2000),0,28,14,14); t19("{1,4,7,8}",allbut({1,4,7,8},2000),11,12,4,8); { VI g=allbut({1,2,3,4},2000); t19("{1..4}",g,0,5,1,4); all("n div 5",2000,[&](int n){ return g[n]==n/5; }); } t19("five forbidden",allbut({3,7,8,9,10},4000),0,198,66,10);
  ok("0.08",rep(code("0.08",700),4,1,1)<0); ok("0.0C",rep(code("0.0C",700),3,1,1)<0); ok("0.28",rep(code("0.28",700),53,16,1)<0);
  { VI g=allbut({2},3000); all("not two",2990,[&](int n){ return g[n]==2*(n/4)+n%2&&g[n]<=n&&g[n+4]>g[n]; }); }
  { VI g=code("4.3",1500,true); ok("lasker",rep(g,4,4,1)<0); all("lasker law",1500,[&](int n){ return g[n]==(n%4==0?n-1:n%4==3?n+1:n); },1); }
  int w[]={0,1,0,1,2,3,2}; all("134",19900,[&](int n){ return (s134[n]==0)==(n%7==0||n%7==2)&&s134[n]==w[n%7]&&(!n||s134[n]!=3||(s134[n-1]==2&&s134[n+1]==2)); });
  VI a1=sub({1},3000),a2=sub({1,2},3000),a3=sub({1,2,3},20000),a4=sub({1,2,3,4},90000),c135=sub({1,3,5},3000);
  all("n mod 12 mod 4",20000,[&](int n){ return a3[n]==n%12%4; }); all2("equal remainders",600,[&](int n,int m){ return (a4[n]==a4[m])==((n-m)%5==0)&&a4[n+5*m]==a4[n]&&(a3[n]==c135[m])==(n%4==m%2)&&a3[n]+a3[m]<=6; });
  all("n mod 3",3000,[&](int n){ return a2[n]==n%3; }); all2("both losing",200,[&](int n,int m){ return !((n%7==0||n%7==2)&&(m%7==0||m%7==2))||s134[n]==s134[m]; });
  all("losing soon",19000,[&](int n){ for(int m=n+1;m<=n+5;m++) if(!s134[m]) return true; return false; }); all("window of seven",19000,[&](int n){ int c=0; for(int k=n;k<n+7;k++) c+=!s134[k]; return c==2; });
  all("kayles facts",2900,[&](int n){ int v=kayles[n]; return (n==0||v>0)&&v<=8&&(n<=70||v==1||v==2||v==4||v==7||v==8)&&(n%12!=6||n<71||v==7); }); all("no six after 197",4000,[&](int n){ return b177[n]!=6; },198); ok("six at 197",b177[197]==6);
  { VI c=code("0.137",2900),f=code("0.4",2901); all("cousins",2899,[&](int n){ return c[n]==dawson[n+1]&&f[n+1]==dawson[n]; }); gs("0.137",c,52,34,3); gs("0.4",f,54,34,1); }
  ok("odd amounts",a1==sub({1,3,9,101},3000)); ok("further",sub({1,3,4},3000)==sub({1,3,4,8,10,11},3000)); { VI d=sub({2,6,8},3000); all("doubled",3000,[&](int n){ return d[n]==s134[n/2]; }); ok("14",rep(d,14,0,0)<0); }
  ok("useless move",code("0.77"+string(147,'0')+"1",1500)==VI(kayles.begin(),kayles.begin()+1501));
  { VI b=sub({2,4,7},3000); all("pairing",3000,[&](int n){ return (s134[n]==1)==(s134[n-1]==0)&&(n<2||(b[n]==1)==(b[n-2]==0)); },1); }
  auto mis=[](set<int> S,int N){ vector<vector<char>> win(N+1,vector<char>(N+1)); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool any=false,x=false; for(int k:S){ if(k<=a){ any=true; x|=!win[a-k][b]; } if(k<=b){ any=true; x|=!win[a][b-k]; } } win[a][b]=!any||x; } return win; };
  { auto m=mis({2,3,4,5},400); VI g=sub({2,3,4,5},3000); all("between",3000,[&](int n){ return g[n]==n%7/2; }); all("between misere",400,[&](int n){ return !m[n][0]==(2<=n%7&&n%7<=3); }); }
  { auto m=mis({1,2,3},400); all("misere one",400,[&](int n){ return !m[n][0]==(n%4==1); }); auto q=mis({1,2},400); all2("misere two",400,[&](int n,int k){ int x=n%3,y=k%3; return !q[n][k]==(max(x,y)>1?x==y:(x+y)%2==1); }); }
  { VI a=heap(4000,[](int,int k){ return __builtin_popcount(k)==1; }),b=heap(4000,[](int,int k){ return k%2==1; }),c=heap(4000,[](int,int k){ return k%4!=0; }); all("infinite sets",4000,[&](int n){ return a[n]==n%3&&b[n]==n%2&&c[n]==n%4; }); }
  { int N=700; vector<vector<char>> p(N+1,vector<char>(N+1)); vector<char> row(N+1),col(N+1),dg(2*N+1); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++) if(!row[a]&&!col[b]&&!dg[a-b+N]) p[a][b]=row[a]=col[b]=dg[a-b+N]=1; all2("Wythoff",N,[&](int a,int b){ return (bool)p[a][b]==(min(a,b)==fphi(abs(a-b))); }); }
  { auto g=values2(200,[](int a,int b,auto put){ if(b) for(int q=1;a&&q<=(a-1)/b;q++) put(a-q*b,b); if(a) for(int q=1;b&&q<=(b-1)/a;q++) put(a,b-q*a); }); all2("Euclid",200,[&](int a,int b){ long m=min(a,b),M=max(a,b); return (g[a][b]==0)==(M*M-m*M-m*m<0); },1); }
  { VI g=heap(3000,[](int n,int k){ return k<=n/2; }); all("half",1500,[&](int n){ return g[2*n]==n; }); vector<char> l(5001); l[0]=1; for(int n=1;n<=5000;n++) l[n]=!l[n-1]&&!l[n/2]; all("mark",5000,[&](int n){ return (bool)l[n]==(val(n,2)%2==1); },1); VI d=heap(3000,[](int n,int k){ return k<n&&n%k==0; }); all("divisors",3000,[&](int n){ return d[n]==val(n,2); },1); }
  for(int v=0;v<2;v++){ int N=20000; vector<long> W(N+1,LONG_MAX); for(int n=1;n<=N;n++) for(int k=1;k<=n;k++) if((v==0||k<34?2*k:2*k+1)<W[n-k]){ W[n]=k; break; } all("fibonacci",N,[&](int n){ return (W[n]>n-1)==isfib(n); },2); }
  { VI b=sub(upto(6),90000),c=sub(upto(10),90000),d=sub(upto(12),90000),e=sub(upto(16),90000); all("five",90000,[&](int n){ return (n%85085==0)==(a4[n]==0&&b[n]==0&&c[n]==0&&d[n]==0&&e[n]==0); }); }
  all("covered",100000,[](int n){ return n%2==0||n%3==0||n%4==1||n%6==5||n%12==7; }); all("coins",100000,[](int n){ for(int b=0;b<37&&41*b<=n;b++) if((n-41*b)%37==0) return true; return false; },1440);
  { VI r(3001); for(int n=1;n<=3000;n++){ int best=INT_MAX,worst=-1; for(int k=1;k<=min(3,n);k++){ if(r[n-k]%2==0) best=min(best,r[n-k]); worst=max(worst,r[n-k]); } r[n]=1+(best<INT_MAX?best:worst); } all("remoteness",3000,[&](int n){ return r[n]==2*(n/4)+min(1,n%4); }); }
  all("row moves",400,[](int n){ set<pair<int,int>> s; for(int i=0;2*i<=n-1;i++) s.insert({i,n-1-i}); for(int i=0;2*i<=n-2;i++) s.insert({i,n-2-i}); return (int)s.size()==n; });
  { VI g=sub({1,2,4,5,10},20000),h=sub({1,2,3,997},40000); all("parameters",20000,[&](int n){ return g[n]==n%3; }); all("far amount",40000,[&](int n){ return h[n]==n%4&&!(n>=10000&&n%100==1&&h[n]!=1); }); }
  printf("%d checks hold, %d fail\n",good,bad); return bad!=0; }
