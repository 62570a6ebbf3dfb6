char a[8], b[8], d[8], e[8], h[8];
int f(int k,int m){ char *p = k>2 ? a+1 : a+2; char *q = m ? p : a; d[(a+3)-q]=7; return d[1]+d[2]*10; }
