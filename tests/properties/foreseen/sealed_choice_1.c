char a[8],b[8];
int f(int n,int c){ char*p=a; for(int i=0;i<(n&7);i++) p++; long k=0; if(c) k=p-a; b[k]=7; return b[3]; }
