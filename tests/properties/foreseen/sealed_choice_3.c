char a[8],b[8]; struct I{long i,j;}; 
static long off(char*p,int c){ return c? p-a : (c==-5 ? 1 : 2); }
int f(int n,int c){ char*p=a; for(int i=0;i<(n&7);i++) p++; struct I x={off(p,c),1}; long*q=c>3?&x.i:&x.j; b[*q]=7; return b[3]*10+b[2]; }
