int f(int k){
  int v[24];
  int *p = 0;
  switch (k&31) {
  case 0: p=&v[0]; break; case 1: p=&v[1]; break; case 2: p=&v[2]; break; case 3: p=&v[3]; break;
  case 4: p=&v[4]; break; case 5: p=&v[5]; break; case 6: p=&v[6]; break; case 7: p=&v[7]; break;
  case 8: p=&v[8]; break; case 9: p=&v[9]; break; case 10: p=&v[10]; break; case 11: p=&v[11]; break;
  case 12: p=&v[12]; break; case 13: p=&v[13]; break; case 14: p=&v[14]; break; case 15: p=&v[15]; break;
  case 16: p=&v[16]; break; case 17: p=&v[17]; break; case 18: p=&v[18]; break; case 19: p=&v[19]; break;
  default: p=&v[20];
  }
  *p = 5;
  return v[2];
}
