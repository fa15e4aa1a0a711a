// facts.cpp: for each claim of ../false that a table can refute, the least counterexample, from the definitions of play.
// Prints: file <TAB> claim <TAB> fact. Nothing here is taken from gspec. About a minute, one thread.
#include "values.hpp"

static void periods(){
  { VI g=code("0.6",600); repeats("period_officers","three from 61",g,3,0,61); repeats("period_officers","three from 255",g,3,0,255); }
  { VI g=code("0.16",254900);
    repeats("period_016_three","three from 571",g,3,0,571); repeats("period_016_three","three from 2913",g,3,0,2913);
    repeats("period_016_six","six from 1607",g,6,0,1607); repeats("period_016_six","nine from 2913",g,9,0,2913);
    repeats("period_016_one_early","one early",g,149459,0,105350); repeats("period_016_one_early","157",g,157,0,2957);
    int lz=0; for(int n=0;n<=254900;n++) if(!g[n]) lz=n; bool ok=true; for(int n=105351;n+149459<=254900;n++) ok&=g[n]==g[n+149459];
    first("nested_last_zero","zeros for ever",lz,string(" (no zero in ")+to_string(lz+1)+"..254900; period 149459 from 105351 is in octal-periods.tsv"+(ok?"":" BUT NOT SEEN HERE")+")"); }
  { VI g=code("4.364",13000); repeats("period_4364_right_period","from 652",g,62,0,652); repeats("period_4364_right_period","one early",g,62,0,11686); }
  { VI g=code("4.3476",1500); repeats("period_43476","35",g,35,0,456); repeats("period_43476","twice 35",g,70,0,456); }
  { VI g=code("0.143",300); repeats("period_0143","twenty",g,20,0,8); }
  { VI g=code("0.3336",300); repeats("period_03336","five",g,5,0,1); }
  { VI g=code("0.3334",300); repeats("period_03334","fourteen",g,14,0,36); repeats("period_03334","fourteen, early",g,14,0,8); }
  { VI g=code("0.0114",900); repeats("period_0114","ten",g,10,0,300); }
  { VI g=code("4.7167",1200); repeats("period_47167","seven",g,7,0,630); }
  { VI g=code("4.4724",1200); repeats("period_44724","34",g,34,0,522); }
  { VI g=code("0.77",400); repeats("period_kayles_wrong","one early",g,12,0,70); repeats("period_kayles_wrong","a multiple is no sooner",g,24,0,70); repeats("period_kayles_wrong","a divisor",g,6,0,71); repeats("period_kayles_own_rules","from 58",g,12,0,58);
    truth("equal_kayles_after_58","twelve apart",380,[&](int n){ return n<58||g[n]==g[n+12]; });
    VI h=code("0.77"+string(42,'0')+"2",400); same("equal_kayles_and_one_more_move","same values",g,h);
    truth("premise_fibonacci_squares","Fibonacci and square",400,[&](int n){ return !(n>1&&isfib(n)&&isq(n)*isq(n)==n)||g[n]==0; }); }
  { VI g=code("0.07",400); repeats("period_dawson_wrong","one early",g,34,0,52); repeats("period_dawson_wrong","half",g,17,0,53); repeats("period_dawson_wrong","twice",g,68,0,52); }
  { VI g=code("0.45",1200); repeats("period_045_runs","the run",g,20,0,398); repeats("period_045_runs","one early",g,20,0,497); }
  { VI g=code("0.156",4200); repeats("period_0156_0356","0.156 one early",g,349,0,3478); VI h=code("0.356",7800); repeats("period_0156_0356","0.356 one early",h,142,0,7314); }
  { VI g=sub({5,16,21,37},6000); repeats("period_take_only_code","one early",g,404,0,1960); repeats("period_take_only_code","half",g,202,0,1961); }
  { VI g=code("C.7C",420); repeats("period_hex_c7c","two a step",g,1,2,129); }
  { VI g=code("8.7C",420); repeats("period_hex_87c","one a step",g,1,1,202); }
  { VI g=code("0.083",200); repeats("period_hex_083","three",g,3,1,1); }
  { VI g=code("0.28",300); repeats("period_hex_028","from nought",g,53,16,0); repeats("period_hex_028","saltus off by one",g,53,15,1); }
  { VI g=code("0.3F",200); repeats("period_hex_03f","four",g,6,4,1); repeats("period_hex_03f","every eight",g,8,4,1); }
  { VI g=code("4.3",200,true); repeats("period_lasker_from_nought","from nought",g,4,4,0); }
  { VI g=code("4."+string(60,'3'),400); repeats("period_lasker_cut_short","as Lasker's",g,4,4,1); law("period_lasker_cut_short","the law",g,[](int n){ return n%4==0?n-1:n%4==3?n+1:n; },1); }
  { VI g=sub({4,6,8,9,10,15},300); repeats("period_take_window_14","nineteen",g,19,0,37); }
  { VI g=sub({5,6,7,12,18},400),h=sub({3,10,11,12,14,18},400); repeats("period_take_window_17","thirteen",g,13,0,154); repeats("period_take_window_17","twenty-one",h,21,0,113); }
  { VI g=sub({6,19,25,44},9000),h=sub({2,8,35,43},20000); repeats("period_take_long","581 one early",g,581,0,3415); repeats("period_take_long","5299 one early",h,5299,0,1142); }
  { VI g=sub({1,4000},9000); repeats("period_take_far_amount","two",g,2,0,0); law("period_take_far_amount","parity",g,[](int n){ return n%2; }); }
  { VI g=sub({1,2,3,2500,7001},9000); repeats("period_take_two_far_amounts","four from 2000",g,4,0,2000); law("period_take_two_far_amounts","residues",g,[](int n){ return n%4; }); }
  { VI g=allbut({3,7,8,9,10},600); repeats("period_all_but_five","six",g,6,3,188); repeats("period_all_but_five","twenty-six",g,26,9,276); }
  { VI g=allbut({14},600); repeats("period_all_but_14","27 from 239",g,27,13,239); repeats("period_all_but_14","one each from 266",g,1,1,266); }
  { VI g=allbut({1,4,7,8},300),h=allbut({2,3,5,7},300); repeats("period_all_but_one_early","from ten",g,12,4,10); repeats("period_all_but_one_early","from one",h,10,3,1); }
  { VI g=allbut({1000},2200); law("period_all_but_1000","Nim",g,[](int n){ return n; }); repeats("period_all_but_1000","one each",g,1,1,0); }
  { int R=17,N=1400; vector<VI> g(R,VI(N+1)); VI st(6*N,-1); int stamp=0; for(int a=0;a<R;a++) for(int b=0;b<=N;b++){ stamp++; for(int k=1;k<=a;k++) st[g[a-k][b]]=stamp; for(int k=1;k<=b;k++) st[g[a][b-k]]=stamp; for(int k=1;k<=min(a,b);k++) st[g[a-k][b-k]]=stamp; int v=0; while(st[v]==stamp) v++; g[a][b]=v; }
    repeats("period_wythoff_rows","row 7",g[7],24,24,91); repeats("period_wythoff_rows","row 12",g[12],48,48,346); repeats("period_wythoff_rows","row 16",g[16],192,192,770); }
  { int N=400; VI g(N+1),st(4096,-1); for(int n=0;n<=N;n++){ for(int i=1;2*i<n;i++) st[g[i]^g[n-i]]=n; int v=0; while(st[v]==n) v++; g[n]=v; } repeats("period_grundy_three","three from 95",g,3,0,95); }
}
static void equalities(){
  { VI a=code("0.161",700),b=code("0.36",700); same("equal_0161_036","same values",a,b); same("equal_0161_036","equal",a,b); }
  { VI a=code("0.1165",700),b=code("0.1365",700); same("equal_01165_01365","same values",a,b); same("equal_01165_01365","the sum loses",a,b); }
  same("equal_4367_43674","same values",code("4.367",300),code("4.3674",300));
  same("equal_01253_03242","same values",code("0.1253",300),code("0.3242",300));
  same("equal_hex","0.1F5 and 0.1F7",code("0.1F5",250),code("0.1F7",250)); same("equal_hex","4.4E and C.6F",code("4.4E",250),code("C.6F",250));
  same("equal_take_5714","same values",sub({29,86,115},7000),sub({29,86,115,116},7000));
  { VI g=sub({7,16,23},600),h=sub({7,16,23,24},600); same("equal_take_222","same values",g,h); truth2("equal_take_222","two heaps","n","m",500,[&](int n,int m){ return (g[n]==h[m])==(g[n]==g[m]); }); }
  same("equal_take_145","equal",sub({4,12,19,23},400),sub({4,19,23,24},400));
  { auto g=values2(160,[](int a,int b,auto put){ for(int k=1;k<=min(a,150);k++) put(a-k,b); for(int k=1;k<=b;k++) put(a,b-k); }); truth2("equal_swapped","symmetric","a","b",160,[&](int a,int b){ return g[a][b]==g[b][a]; }); truth2("equal_swapped","Nim","a","b",160,[&](int a,int b){ return g[a][b]==(a^b); }); }
}
static vector<vector<char>> losing2(int N,function<int(int,int)> diag,function<bool(int,int)> wide){ // Wythoff-like: rows, columns, diagonal of at most diag(a,b) steps; |k-l|<2 when wide
  vector<vector<char>> p(N+1,vector<char>(N+1)); vector<char> row(N+1),col(N+1); 
  for(int a=0;a<=N;a++){ for(int b=0;b<=N;b++){ bool w=row[a]||col[b]; int d=diag(a,b); for(int k=1;k<=d&&!w;k++) w=p[a-k][b-k]; if(!w&&wide(a,b)) for(int k=1;k<=a&&!w;k++) for(int l:{k-1,k+1}) if(l>=1&&l<=b) w|=p[a-k][b-l]; if(!w){ p[a][b]=1; row[a]=1; col[b]=1; } } }
  return p; }
static void wythoffs(){
  auto pair=[](int a,int b){ return min(a,b)==fphi(abs(a-b)); };
  { int N=1700; auto p=losing2(N,[](int a,int b){ return min(a,b); },[](int,int){ return false; });
    for(int a=0;a<=N;a++) for(int b=0;b<=N;b++) if((bool)p[a][b]!=pair(a,b)||(bool)p[a][b]!=(min(a,b)==987*abs(a-b)/610)) fprintf(stderr,"Wythoff pairs are wrong at %d %d\n",a,b);
    truth2("wythoff_two_digits","1.618","a","b",N,[&](int a,int b){ return (bool)p[a][b]==(min(a,b)==1618*abs(a-b)/1000); }); }
  { int N=1000; auto p=losing2(N,[](int a,int b){ return min({a,b,300}); },[](int,int){ return false; }); truth2("wythoff_short_diagonal","Wythoff pairs","a","b",N,[&](int a,int b){ return (bool)p[a][b]==pair(a,b); }); }
  { int N=1000; auto p=losing2(N,[](int a,int b){ return a<=500?min(a,b):0; },[](int,int){ return false; }); truth2("wythoff_no_diagonal_beyond_500","Wythoff pairs","a","b",N,[&](int a,int b){ return (bool)p[a][b]==pair(a,b); }); }
  { int N=500; auto p=losing2(N,[](int a,int b){ return min(a,b); },[](int a,int b){ return a+b>400; }); truth2("wythoff_wide_far","Wythoff pairs","a","b",N,[&](int a,int b){ return (bool)p[a][b]==pair(a,b); }); }
  { int N=1450; auto p=losing2(N,[](int a,int b){ return min(a,b); },[](int,int){ return true; }); truth2("wythoff_wide_fraction","577/408","a","b",N,[&](int a,int b){ int d=abs(a-b); return (bool)p[a][b]==(d%2==0&&min(a,b)==577*d/816); }); }
  { int N=300; vector<vector<char>> w(N+1,vector<char>(N+1)); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool x=a==0&&b==0; for(int k=1;k<=a&&!x;k++) x=!w[a-k][b]; for(int k=1;k<=b&&!x;k++) x=!w[a][b-k]; for(int k=1;k<=min(a,b)&&!x;k++) x=!w[a-k][b-k]; w[a][b]=x; }
    truth2("wythoff_misere_forgotten","misere with 55/34","a","b",N,[&](int a,int b){ int m=min(a,b),M=max(a,b); bool c=M<=2?(m==0&&M==1)||(m==2&&M==2):m==55*abs(a-b)/34; return !w[a][b]==c; }); }
  { int N=420; auto g=values2(N,[](int a,int b,auto put){ if(b) for(int q=1;q<=(a-1)/b&&a;q++) put(a-q*b,b); if(a) for(int q=1;b&&q<=(b-1)/a;q++) put(a,b-q*a); });
    truth2("euclid_rational","233/144 or less","a","b",N,[&](int a,int b){ return (g[a][b]==0)==(144*max(a,b)<=233*min(a,b)); },1); }
  { int N=420; auto g=values2(N,[](int a,int b,auto put){ if(b) for(int q=1;a&&q<=min(300,(a-1)/b);q++) put(a-q*b,b); if(a) for(int q=1;b&&q<=min(300,(b-1)/a);q++) put(a,b-q*a); });
    truth2("euclid_short_quotients","golden","a","b",N,[&](int a,int b){ long m=min(a,b),M=max(a,b); return (g[a][b]==0)==(M*M-m*M-m*m<0); },1); }
  { int N=60; auto g=values2(N,[](int a,int b,auto put){ if(b) for(int q=1;q<=a/b;q++) put(a-q*b,b); if(a) for(int q=1;q<=b/a;q++) put(a,b-q*a); });
    truth2("euclid_values_to_nothing","Nivasch","a","b",N,[&](int a,int b){ int m=min(a,b),M=max(a,b); if(__gcd(a,b)!=1||m<=2) return true; return g[a][b]==(M*M-m*m)/(M*m); },1); }
}
static void moores(){
  { int N=12; map<VI,bool> memo; function<bool(VI)> lose=[&](VI h)->bool{ auto it=memo.find(h); if(it!=memo.end()) return it->second; bool l=true; int n=h.size();
      for(int i=0;i<n&&l;i++) for(int x=max(0,h[i]-7);x<h[i]&&l;x++){ VI q=h; q[i]=x; if(lose(q)) l=false; for(int j=i+1;j<n&&l;j++) for(int y=max(0,h[j]-7);y<h[j]&&l;y++){ VI r=q; r[j]=y; if(lose(r)) l=false; } } return memo[h]=l; };
    bool done=false; for(int m=0;m<=N&&!done;m++) for(int a=0;a<=m&&!done;a++) for(int b=0;b<=m&&!done;b++) for(int c=0;c<=m&&!done;c++) for(int d=0;d<=m&&!done;d++) if(max({a,b,c,d})==m){ bool r=true; for(int i=0;i<3;i++) r&=((a>>i&1)+(b>>i&1)+(c>>i&1)+(d>>i&1))%3==0; if(lose({a,b,c,d})!=r){ done=true; say("moore_on_values","the rule on values","first fails at a = "+to_string(a)+", b = "+to_string(b)+", c = "+to_string(c)+", d = "+to_string(d)); } } }
  { int N=90; auto g=values2(N,[](int a,int b,auto put){ for(int x=0;x<a;x++) put(x,b); for(int y=0;y<b;y++) put(a,y); if(max(a,b)<60) for(int x=0;x<a;x++) for(int y=0;y<b;y++) put(x,y); });
    truth2("moore_sum_of_two","one heap","a","b",N,[&](int a,int b){ return g[a][b]==a+b; }); truth2("moore_sum_of_two","two lose","a","b",N,[&](int a,int b){ return (g[a][b]==0)==(a==0&&b==0); }); }
  { VI g=heap(1100,[](int,int k){ return k<=1000; }); law("nim_limited","Nim",g,[](int n){ return n; }); truth2("nim_limited","two heaps","a","b",1100,[&](int a,int b){ return (g[a]==g[b])==(a==b); }); }
  { VI g=heap(80,[](int,int k){ return k<=63; }); bool done=false; for(int m=0;m<=80&&!done;m++) for(int a=0;a<=m&&!done;a++) for(int b=0;b<=m&&!done;b++) for(int c=0;c<=m&&!done;c++) if(max({a,b,c})==m&&((g[a]^g[b]^g[c])==0)!=((a^b^c)==0)){ done=true; say("nim_limited_three","Bouton","first fails at a = "+to_string(a)+", b = "+to_string(b)+", c = "+to_string(c)); } }
  { VI g=heap(1600,[](int n,int k){ return !(n==1500&&k==700); }); law("nim_one_forbidden","Nim",g,[](int n){ return n; }); truth("nim_one_forbidden","seven more",1590,[&](int n){ return g[n+7]==n+7; }); }
}
static void residues(){
  auto mod=[](int m){ return [m](int n){ return n%m; }; };
  { VI g=sub({1,2,3,10000},11000); law("residue_far_multiple","residues",g,mod(4)); truth("residue_far_multiple","losing",11000,[&](int n){ return (g[n]==0)==(n%4==0); }); }
  law("residue_not_4_but_once","residues",heap(5300,[](int,int k){ return k%4||k==5184; }),mod(4));
  auto listed=[&](const char*f,int N,Pred in,int m,const char*c="residues"){ vector<char> ok(N+1); for(int k=1;k<=N;k++) ok[k]=in(k); VI g=heap(N,[&](int,int k){ return ok[k]; }); law(f,c,g,mod(m)); return g; };
  listed("residue_squarefree_almost",2200,[](int k){ return omega(k)==bigomega(k)||k==2116; },4);
  listed("residue_fermat_primes",700,[](int k){ if(k<=2) return true; if(k==3) return false; long r=1; for(int i=0;i<k-1;i++) r=r*2%k; return r==1; },3);
  listed("residue_powers_of_two",3200,[](int k){ return __builtin_popcount(k)==1||k==3072; },3);
  listed("residue_two_ones",700,[](int k){ return __builtin_popcount(k)==1||(k>500&&__builtin_popcount(k)==2); },3);
  listed("residue_one_and_primes",4200,[](int k){ return k==1||prime(k)||k==4036; },4);
  listed("residue_prime_powers",2400,[](int k){ return omega(k)<=1||k==2220; },6);
  { VI g=listed("residue_odd_numbers",2100,[](int k){ return k%2||k==1998; },2,"parity"); truth2("residue_odd_numbers","pairs","n","m",2100,[&](int n,int m){ return (g[n]==g[m])==((n+m)%2==0); }); }
  auto four=[](int n){ return n%5==4?2:n%5%2; };
  law("powers_of_four","mod five",sub({1,4,16,64,256,1024,4096,1280},3000),four); law("powers_of_four_list","mod five",sub({1,4,16,64,256,1023},3000),four);
}
static void takes(){
  { VI g=heap(4100,[](int n,int k){ return k<=(n<=4000?3:2); }); law("take_changes_at_4000","residues",g,[](int n){ return n%4; }); truth("take_changes_at_4000","losing",4100,[&](int n){ return (g[n]==0)==(n%4==0); }); }
  { VI g=heap(3300,[](int n,int k){ return k<=4||(k==5&&n<3000); }); repeats("take_changes_when","period",g,6,0,0); law("take_changes_when","residues",g,[](int n){ return n%6; }); }
  { VI g=sub({1,2,3},6000); auto v=[](int n){ return n<5000?n%4:n%5; }; law("take_wrong_function","the formula",g,v); truth("take_wrong_function","losing",6000,[&](int n){ return (g[n]==0)==(v(n)==0); }); }
  { VI g=heap(2200,[](int n,int k){ return k<=(n==779?3:4); }); law("take_list_with_odd_element","residues",g,[](int n){ return n%5; }); repeats("take_list_with_odd_element","period",g,5,0,0); }
  { VI g=sub({1,3,4,602},900); int w[]={0,1,0,1,2,3,2}; truth("take_linear_mod","linear",900,[&](int n){ return (g[n]==0)==(n%7==0||n%7==2); }); law("take_linear_mod","values",g,[&](int n){ return w[n%7]; }); }
  { VI g=sub({1,2,3,4,330},2500); truth2("take_two_variables","both","n","m",400,[&](int n,int m){ return (g[n]==g[m])==((n-m)%5==0); }); truth2("take_two_variables","shifted","n","m",400,[&](int n,int m){ return g[n+5*m]==g[n]; }); }
  { int N=400; auto can=[](int n,int k){ return (k==1||k==2)&&k<=n&&!(n==300&&k==2); }; VI g=heap(N,can); vector<char> w(N+1); for(int n=0;n<=N;n++){ bool any=false,x=false; for(int k=1;k<=n;k++) if(can(n,k)){ any=true; x|=!w[n-k]; } w[n]=!any||x; }
    truth("take_misere_far","misere",N,[&](int n){ return !w[n]==(n%3==1); }); truth("take_misere_far","misere Nim on values",N,[&](int n){ return (bool)w[n]==((g[n]!=0)==(g[n]>1)); }); }
  { int N=900; auto can=[](int n,int k){ return k<=n&&k<=5&&k>=(n<700?2:3); }; VI g=heap(N,can); vector<char> w(N+1); for(int n=0;n<=N;n++){ bool any=false,x=false; for(int k=1;k<=n;k++) if(can(n,k)){ any=true; x|=!w[n-k]; } w[n]=!any||x; }
    truth("take_between_misere","misere",N,[&](int n){ return !w[n]==(2<=n%7&&n%7<=3); }); law("take_between_misere","normal",g,[](int n){ return n%7/2; }); }
  { int N=200; auto can=[](int n,int k){ return k<=n&&k<=7&&k>=(n<120?3:4); }; VI g=heap(N,can); vector<vector<char>> w(N+1,vector<char>(N+1)); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool any=false,x=false; for(int k=1;k<=7;k++){ if(can(a,k)){ any=true; x|=!w[a-k][b]; } if(can(b,k)){ any=true; x|=!w[a][b-k]; } } w[a][b]=!any||x; }
    truth2("take_between_two_heaps_misere","misere Nim on values","a","b",N,[&](int a,int b){ int x=a%10/3,y=b%10/3; return (bool)w[a][b]==((x!=y)==(max(x,y)>1)); }); truth2("take_between_two_heaps_misere","normal","a","b",N,[&](int a,int b){ return (g[a]==g[b])==(a%10/3==b%10/3); }); }
  // a heap with a register: W(n) = least k with f(k) < W(n - k); (n, q) wins iff q >= W(n)
  auto dyn=[](const char*file,const char*c,int N,function<int(int)> f,function<bool(int)> in){ vector<long> W(N+1,LONG_MAX); for(int n=1;n<=N;n++) for(int k=1;k<=n;k++) if(f(k)<W[n-k]){ W[n]=k; break; } truth(file,c,N,[&](int n){ return (W[n]>n-1)==in(n); },2); };
  dyn("fibonacci_limit","Fibonacci",6000,[](int k){ return k<233?2*k:3*k; },isfib);
  dyn("fibonacci_limit_less","Fibonacci",6000,[](int k){ return min(2*k,100); },isfib);
  dyn("doubling_limit","powers of two",6000,[](int k){ return k<=500?k:2*k; },[](int n){ return __builtin_popcount(n)==1; });
  { int N=40; vector<VI> g(N+1,VI(2*N+1)); for(int n=0;n<=N;n++) for(int q=0;q<=2*N;q++){ set<int> s; for(int k=1;k<=min(n,q);k++) s.insert(g[n-k][2*k]); int v=0; while(s.count(v)) v++; g[n][q]=v; } truth2("fibonacci_pairs","two heaps","n","m",N,[&](int n,int m){ return (g[n][n-1]==g[m][m-1])==(n==m||(isfib(n)&&isfib(m))); },2); }
  auto lose1=[](int N,function<void(int,function<void(int)>)> o){ vector<char> l(N+1); for(int n=0;n<=N;n++){ bool x=true; o(n,[&](int m){ if(l[m]) x=false; }); l[n]=x; } return l; };
  { auto l=lose1(5000,[](int n,auto put){ if(n>0){ put(n-1); if(n!=4096) put(n/2); } }); truth("mark_far","odd powers",5000,[&](int n){ return (bool)l[n]==(val(n,2)%2==1); },1); }
  { auto l=lose1(5000,[](int n,auto put){ if(n>0) put(n-1); if(n>1) put(n<=1000?n/2:(n+1)/2); }); truth("mark_ceiling","odd powers",5000,[&](int n){ return (bool)l[n]==(val(n,2)%2==1); },1); }
  { VI g=heap(5000,[](int n,int k){ return k<=(n<=1000?n/2:(n-2)/2); }); truth("half_or_less","losing",5000,[&](int n){ return (g[n]==0)==(__builtin_popcount(n+1)==1); },1); truth("half_or_less","even heaps",2500,[&](int n){ return g[2*n]==n; }); }
  { VI g=heap(1500,[](int n,int k){ return k<=isq(n)+(n>=400); }),h=heap(1500,[](int n,int k){ return k<=isq(n); }); same("roots_of_heap","same values",g,h); }
  { VI g=heap(1300,[](int n,int k){ return n%k==0&&k<n&&!(n==1024&&k==512); }); law("divisors_far","the power of two",g,[](int n){ return val(n,2); },1); }
  { int N=60; auto can=[](int n,int k){ return k<n&&n%k==0; }; VI g=heap(N,can); vector<vector<char>> w(N+1,vector<char>(N+1)); for(int a=1;a<=N;a++) for(int b=1;b<=N;b++){ bool any=false,x=false; for(int k=1;k<a;k++) if(can(a,k)){ any=true; x|=!w[a-k][b]; } for(int k=1;k<b;k++) if(can(b,k)){ any=true; x|=!w[a][b-k]; } w[a][b]=!any||x; }
    truth("divisors_misere","one heap",N,[&](int n){ return (bool)w[n][1]==((g[n]!=0)==(g[n]>1)); },1); truth2("divisors_misere","two heaps","n","m",N,[&](int n,int m){ return (bool)w[n][m]==((g[n]!=g[m])==(max(g[n],g[m])>1)); },1); }
  { VI g=heap(1500,[](int n,int k){ return k<n&&(__gcd(k,n)==1||(n==1331&&k==1210)); }); law("coprime_far","least prime",g,[](int n){ int c=0; for(int p=2;;p++) if(prime(p)){ c++; if(n%p==0) return c; } },2); }
  { vector<char> l(5001); for(int n=0;n<=5000;n++){ bool x=true; if(n!=4321) for(int k=1;k<=min(3,n);k++) if(l[n-k]) x=false; l[n]=x; } truth("end_far","losing",5000,[&](int n){ return (bool)l[n]==(n%4==0); }); }
  // loopy games by retrograde analysis: 0 unknown (drawn), 1 losing, 2 winning
  auto retro=[](int N,function<VI(int)> o){ VI r(N+1,0); bool change=true; while(change){ change=false; for(int n=0;n<=N;n++) if(!r[n]){ bool allwin=true,some=false; for(int m:o(n)){ if(r[m]==1) some=true; if(r[m]!=2) allwin=false; } if(some){ r[n]=2; change=true; } else if(allwin){ r[n]=1; change=true; } } } return r; };
  { auto r=retro(2000,[](int n){ VI o; for(int k=1;k<=min(3,n);k++) o.push_back(n-k); if(900<=n&&n<=905) o.push_back(n+4); return o; }); truth("loopy_far","no draws",2000,[&](int n){ return r[n]!=0; }); truth("loopy_far","losing",2000,[&](int n){ return (r[n]==1)==(n%4==0); }); }
  { auto r=retro(2000,[](int n){ VI o; if(n>0) o.push_back(n-1); if(n==1200) o.push_back(1202); return o; }); truth("loopy_ring_far","no draws",2000,[&](int n){ return r[n]!=0; }); truth("loopy_ring_far","parity",2000,[&](int n){ return (r[n]==1)==(n%2==0); }); }
  { VI g(401),rem(401); for(int n=1;n<=400;n++){ VI o{n-1}; if(n==314) o.push_back(310); set<int> s; int best=INT_MAX,worst=-1; for(int m:o){ s.insert(g[m]); if(rem[m]%2==0) best=min(best,rem[m]); worst=max(worst,rem[m]); } int v=0; while(s.count(v)) v++; g[n]=v; rem[n]=1+(best<INT_MAX?best:worst); } law("graph_far","parity",g,[](int n){ return n%2; }); law("graph_far","distance",rem,[](int n){ return n; }); }
  { int N=200; VI g(N+1); for(int n=0;n<=N;n++){ set<int> s; for(int k=1;k<=n;k++) s.insert(g[n-k]); if(n<=40) for(int i=1;2*i<=n;i++) s.insert(g[i]^g[n-i]); int v=0; while(s.count(v)) v++; g[n]=v; } law("lasker_split_limit","the law",g,[](int n){ return n%4==0?n-1:n%4==3?n+1:n; },1); }
}
// misere play of sums of splitting heaps, from the definition
struct Misere{ vector<vector<VI>> O; VI g; map<VI,bool> memo;
  Misere(int N,function<vector<VI>(int)> o){ for(int n=0;n<=N;n++){ O.push_back(o(n)); set<int> s; for(auto&q:O[n]){ int v=0; for(int x:q) v^=g[x]; s.insert(v); } int v=0; while(s.count(v)) v++; g.push_back(v); } }
  bool win(VI p){ VI q; for(int x:p) if(!O[x].empty()) q.push_back(x); sort(q.begin(),q.end()); auto it=memo.find(q); if(it!=memo.end()) return it->second; bool w=q.empty(); for(size_t i=0;i<q.size()&&!w;i++) for(auto&o:O[q[i]]){ VI r=o; for(size_t j=0;j<q.size();j++) if(j!=i) r.push_back(q[j]); if(!win(r)){ w=true; break; } } return memo[q]=w; }
  void one(const char*f,const char*c,int N){ truth(f,c,N,[&](int n){ return win({n})==((g[n]!=0)==(g[n]>1)); }); }
  void both(const char*f,const char*c,int N){ truth2(f,c,"n","m",N,[&](int a,int b){ return win({a,b})==((g[a]!=g[b])==(max(g[a],g[b])>1)); }); } };
static vector<VI> octalOptions(const string&s,int n){ vector<VI> r; int i=0; for(char h:s){ if(h=='.') continue; int d=h-'0',m=n-i; if(m>=0){ if((d&1)&&m==0&&i) r.push_back({}); if((d&2)&&m>0&&i) r.push_back({m}); if(d&4) for(int a=1;2*a<=m;a++) r.push_back({a,m-a}); } i++; } return r; }
static void miseres(){
  { Misere m(20,[](int n){ vector<VI> r; for(int i=1;2*i<n;i++) r.push_back({i,n-i}); return r; }); m.one("grundy_misere","one heap",20); m.both("grundy_misere","two heaps",20); }
  auto oct=[](string s){ return [s](int n){ return octalOptions(s,n); }; };
  { Misere m(20,oct("0.77")); m.one("kayles_misere","one heap",12); m.both("kayles_misere","two heaps",10); }
  { Misere m(20,oct("0.104")); m.one("octal_misere_one_heap","0.104",20); } { Misere m(20,oct("0.15")); m.one("octal_misere_one_heap","0.15",20); }
  { Misere m(20,oct("0.124")); m.both("octal_misere_two_heaps","0.124",18); } { Misere m(20,oct("0.006")); m.both("octal_misere_two_heaps","0.006",18); }
  { Misere m(20,oct("0.007")); m.both("treblecross_misere","two heaps",18); }
}
static void nested(){
  { VI a=code("0.177",4000),b=code("4.674",4000); auto last=[](const VI&g,int v){ int l=-1; for(int n=0;n<(int)g.size();n++) if(g[n]==v) l=n; return l; };
    auto certified=[](const VI&g,int n0,int p,int k){ for(int n=n0;n<=2*n0+p+k;n++) if(g[n]!=g[n+p]) return " NOT CERTIFIED"; return ""; };
    first("nested_last_value","six for ever",last(a,6),string(" (never again: period 20 from 497")+certified(a,497,20,3)+")"); first("nested_last_value","twelve for ever",last(b,12),string(" (never again: period 24 from 143")+certified(b,143,24,3)+")"); }
  { VI a=sub({1,2,3,4,5,6},3000),b=sub({1,2,3,4,5,6,1400},3000); truth("nested_between","together",2900,[&](int n){ return a[n]!=0||b[n]==0; }); truth("nested_between","never both",2900,[&](int n){ for(int m=n+1;m<n+15;m++) if(!a[m]&&!b[m]) return true; return false; }); }
  { auto up=[](int m){ set<int> s; for(int i=1;i<=m;i++) s.insert(i); return sub(s,90000); }; VI a=up(4),b=up(6),c=up(10),d=up(12),e=up(16); truth("sum_of_five_games","five",90000,[&](int n){ return a[n]||b[n]||c[n]||d[n]||e[n]; },1); truth("sum_of_five_games","four",90000,[&](int n){ return b[n]+c[n]+d[n]+e[n]>0; },1); }
  { VI a=sub({1,3,4},8000),b=sub({2,4,7},8000),c=allbut({1,2,3,4,5,6,7,8,9,10},8000); truth("sum_lcm_residues","never",8000,[&](int n){ return !(n>20&&a[n]==3&&b[n]==0&&c[n]%29==17); }); }
  { int N=1500; set<int> S{1,2,3,997}; VI r(N+1); for(int n=1;n<=N;n++){ int best=INT_MAX,worst=-1; for(int k:S) if(k<=n){ int x=r[n-k]; if(x%2==0) best=min(best,x); worst=max(worst,x); } r[n]=1+(best<INT_MAX?best:worst); } VI g=sub(S,N); law("remoteness_far","remoteness",r,[](int n){ return 2*(n/4)+(n%4?1:0); }); truth("remoteness_far","odd when winning",N,[&](int n){ return !(n>4&&g[n])||r[n]>1; }); }
  { // remoteness of Kayles belongs to the whole sum: complete search of multisets of pins
    map<VI,int> memo; function<int(const VI&)> rem=[&](const VI&p)->int{ if(p.empty()) return 0; auto it=memo.find(p); if(it!=memo.end()) return it->second; int best=INT_MAX,worst=-1; for(size_t i=0;i<p.size();i++){ if(i&&p[i]==p[i-1]) continue; for(int t=1;t<=2;t++) for(int a=0;2*a<=p[i]-t;a++){ VI q; for(size_t j=0;j<p.size();j++) if(j!=i) q.push_back(p[j]); if(a) q.push_back(a); if(p[i]-t-a) q.push_back(p[i]-t-a); sort(q.begin(),q.end()); int x=rem(q); if(x%2==0) best=min(best,x); worst=max(worst,x); } } return memo[p]=1+(best<INT_MAX?best:worst); };
    int lim=35; for(int n=0;n<=45;n++){ int x=rem({n}); if(x>lim){ first("remoteness_kayles","short",n,two(x,lim)); break; } } }
  { int c=0; VI pi(70000); for(int n=1;n<70000;n++) pi[n]=c+=prime(n); truth("moves_primes","a sixth",69999,[&](int n){ return 6*pi[n]+6>n; }); truth("moves_primes","a seventh",69999,[&](int n){ return 7*pi[n]+7>n; }); }
  truth("moves_kayles","as many",300,[](int n){ set<pair<int,int>> s; for(int i=0;2*i<=n-1;i++) s.insert({i,n-1-i}); for(int i=0;2*i<=n-2;i++) if(n<=80||i!=40) s.insert({i,n-2-i}); return (int)s.size()==n; });
  truth("moves_squares","roots",3000,[](int n){ int c=0; for(int k=1;k<=n;k++) if(isq(k)*isq(k)==k&&k!=2025) c++; return c==isq(n); });
  { VI g=sub({1,2},20000); truth("premise_first_at_10000","from 10000",20000,[&](int n){ return !(n>=10000&&n%100==1)||g[n]; }); truth("premise_first_at_10000","fourteen ones",20000,[&](int n){ return __builtin_popcount(n)<14||g[n]; }); }
  { VI g=sub({1,2,3},40000); auto within=[](int lo,int hi){ for(int p=lo;p<=hi;p++) if(prime(p)) return true; return false; }; truth("premise_four_primes","a prime within 70",40000,[&](int n){ return within(n+1,n+70); }); truth("premise_four_primes","a prime within 50",40000,[&](int n){ return g[n]||within(n,n+50); }); }
  { auto stern=[](int n){ for(int k=0;2*k*k<=n;k++) if(prime(n-2*k*k)) return true; return false; }; truth("number_goldbach_1752","odd heaps win",8000,[&](int n){ return n<=1||n%2==0||stern(n); }); truth("number_goldbach_1752","as a sum",8000,[&](int n){ return n<=1||n%2==0||stern(n); }); }
}
static void boards(){
  { int N=60; vector<vector<char>> l(N+1,vector<char>(N+1)); // two rows b <= a
    for(int a=1;a<=N;a++) for(int b=0;b<=a;b++){ bool x=true; for(int c=1;c<a;c++) if(!(a==45&&c==21)&&l[c][min(b,c)]) x=false; for(int c=0;c<b;c++) if(l[a][c]) x=false; l[a][b]=x; }
    truth2("chomp_square_limit","two rows","a","b",N,[&](int a,int b){ return !(0<a&&b<=a)||(bool)l[a][b]==(a==b+1); }); }
  { int N=230,T=2*N; vector<VI> g(T+1,VI(N+1)); VI st(4*T,-1); int stamp=0; for(int b=0;b<=N;b++) for(int a=0;a+b<=T;a++){ stamp++; for(int k=1;k<=min(a,200);k++) st[g[a-k][b]]=stamp; for(int k=1;k<=b;k++) st[g[a+k][b-k]]=stamp; int v=0; while(st[v]==stamp) v++; g[a][b]=v; }
    truth2("staircase_far","odd stairs","a","b",N,[&](int a,int b){ return g[a][b]==a; }); truth2("staircase_far","losing","a","b",N,[&](int a,int b){ return (g[a][b]==0)==(a==0); }); }
  { int N=200; auto g=values2(N,[](int a,int b,auto put){ for(int k=1;k<=a;k++) if(a-k!=b||b==0||b>120) put(a-k,b); for(int k=1;k<=b;k++) if(b-k!=a||a==0||a>120) put(a,b-k); }); truth2("antonim_far","pairs","a","b",N,[&](int a,int b){ return a==b||(g[a][b]==0)==(min(a,b)%2==1&&max(a,b)==min(a,b)+1); }); }
  { int N=150; auto g=values2(N,[](int a,int b,auto put){ for(int k=1;k<=a;k++) put(a-k,b); for(int k=1;k<=b;k++) put(a,b-k); if(a&&b&&a<=90) put(a-1,b-1); }); truth2("rook_or_king_far","thirds","a","b",N,[&](int a,int b){ return g[a][b]==3*((a/3)^(b/3))+(a+b)%3; }); truth2("rook_or_king_far","losing","a","b",N,[&](int a,int b){ return (g[a][b]==0)==(a/3==b/3&&(a+b)%3==0); }); }
}
static vector<vector<char>> losing2(int,function<int(int,int)>,function<bool(int,int)>);
static void extras(){
  { VI g=code("0.77"+string(297,'0')+"2",900); repeats("far_digit_take","as Kayles",g,12,0,71); }
  { VI g=code("0.77"+string(247,'0')+"4",900); repeats("far_digit_split","as Kayles",g,12,0,71); truth("far_digit_split","no heap loses",900,[&](int n){ return n==0||(g[n]>0&&g[n]<=8); }); }
  { int N=600; VI g(N+1),st(4096,-1); for(int n=0;n<=N;n++){ for(int t=1;t<=2;t++) if(t==1||n!=200) for(int i=0;2*i<=n-t;i++) st[g[i]^g[n-t-i]]=n; int v=0; while(st[v]==n) v++; g[n]=v; } repeats("one_row_without_a_move","period 12",g,12,0,71); }
  { int N=900; VI g(N+1),st(4096,-1); for(int n=0;n<=N;n++){ if(n!=401) for(int i=0;i<=n-2;i++) st[g[i]^g[n-2-i]]=n; int v=0; while(st[v]==n) v++; g[n]=v; } repeats("one_strip_lost","period 34",g,34,0,53); }
  law("induction_one_heap_blocked","residues",heap(5100,[](int n,int k){ return k%4&&!(n==5001&&k%4==1); }),[](int n){ return n%4; });
  { int N=320; vector<vector<char>> l(N+1,vector<char>(N+1)),m=l; for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool x=true,y=true; for(int k=1;k<=a;k++) if(k%3&&l[a-k][b]) x=false; for(int k=1;k<=b;k++) if(k%3&&l[a][b-k]) x=false; if(a==250&&b==7&&l[0][0]) x=false; l[a][b]=x; if(!(a==301&&b==300)) for(int k=1;k<=2;k++) if((k<=a&&m[a-k][b])||(k<=b&&m[a][b-k])) y=false; m[a][b]=y; }
    truth2("induction_two_heaps","equal remainders","a","b",N,[&](int a,int b){ return (bool)l[a][b]==(a%3==b%3); }); truth2("induction_missing_answer","remainders","a","b",N,[&](int a,int b){ return (bool)m[a][b]==(a%3==b%3); }); }
  { int N=500; auto p=losing2(N,[](int a,int b){ return a!=377?min(a,b):0; },[](int,int){ return false; }); truth2("theorem_with_one_hole","Wythoff pairs","a","b",N,[&](int a,int b){ return (bool)p[a][b]==(min(a,b)==fphi(abs(a-b))); }); }
  { int N=280; vector<vector<char>> l(N+1,vector<char>(N+1)); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool x=!(a==260&&b==260); for(int k=1;k<=a&&x;k++) if(l[a-k][b]) x=false; for(int k=1;k<=b&&x;k++) if(l[a][b-k]) x=false; l[a][b]=x; } truth2("theorem_nim_with_an_end","equal heaps lose","a","b",N,[&](int a,int b){ return (bool)l[a][b]==(a==b); }); }
  law("theorem_bash_changes_once","remainders",heap(6100,[](int n,int k){ return k<=(n==6000?6:5); }),[](int n){ return n%6; });
  { int N=300; VI g(N+1); for(int n=0;n<=N;n++){ set<int> s; for(int k=1;k<=n;k++) s.insert(g[n-k]); if(n!=119) for(int i=1;2*i<=n;i++) if(!(n==120&&i==60)) s.insert(g[i]^g[n-i]); int v=0; while(s.count(v)) v++; g[n]=v; } law("theorem_lasker_one_heap","the law",g,[](int n){ return n%4==0?n-1:n%4==3?n+1:n; },1); repeats("theorem_lasker_one_heap","four",g,4,4,1); }
  { int N=200; auto can=[](int n,int k){ return k<=n&&!(n==150&&k==2); }; vector<vector<char>> w(N+1,vector<char>(N+1)); for(int a=0;a<=N;a++) for(int b=0;b<=N;b++){ bool any=false,x=false; for(int k=1;k<=2;k++){ if(can(a,k)){ any=true; x|=!w[a-k][b]; } if(can(b,k)){ any=true; x|=!w[a][b-k]; } } w[a][b]=!any||x; } truth2("theorem_misere_nim_values","misere","n","m",N,[&](int n,int m){ int x=n%3,y=m%3; return !w[n][m]==(max(x,y)>1?x==y:(x+y)%2==1); }); }
  { VI h=sub({1,2,3,4,5,600},900); truth("scaled_sums","copies",900,[&](int n){ return ((n%2*4)^h[n])==((n%2*4)^(n%6)); }); truth("scaled_sums","odd copies",900,[&](int n){ return (h[n]==0)==(n%6==0); }); }
  { VI g=sub({1,3,4},500),b=sub({1,2,3},500); truth("alternating","an answer within 27",400,[&](int n){ for(int m=n+1;m<=n+27;m++) if(g[m]==3&&b[m]==3) return true; return false; }); }
}
int main(){ extras(); periods(); equalities(); wythoffs(); moores(); residues(); takes(); miseres(); nested(); boards(); }
