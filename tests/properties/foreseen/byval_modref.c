struct S {int a; int b; int c[6];};
void g(struct S *p){p->a=5;}
int h(struct S s){ g(&s); return s.a; }
int f(int x){ struct S s; s.a=x; s.b=2; return h(s); }
