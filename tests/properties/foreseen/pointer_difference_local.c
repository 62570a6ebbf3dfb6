struct D{char b[16]; char*e;};
int f(int n){ struct D d={"hello world",0}; char*p=d.b; while(*p&&*p!='o'+(n&1)) p++; d.e=p; char o[16]; char*q=o+(d.e-d.b); *q=5; for(char*r=d.b;r<d.e;r++) o[r-d.b]=*r; int k=0; char*s=o; while(s<q) k+=*s++; return k+*q; }
