// f --buffer 2
typedef double row[2];

int f(int m[][3], row *rows, int cube[2][2][2]) { return m[0][0] + (int)rows[0][1] + cube[1][1][1]; }
