/* An array that grows, and messages in temporary blocks. */
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define BYTE __VERIFIER_nondet_uchar()

int main(void)
{
    char *array = 0;
    size_t count = 0, room = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = BYTE;
        if (c >= 'a' && c <= 'z') {
            if (count == room) {
                room += 2;
                char *larger = realloc(array, room);
                if (!larger)
                    abort();
                array = larger;
            }
            array[count++] = 'x';
        } else if (c == '!') {
            char *message = malloc(16);
            strcpy(message, "message");
            free(message);
        }
    }
    free(array);
    return count > 4;
}
