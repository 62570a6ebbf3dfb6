/* A protocol as a table of transitions, and a checksum by table: every step looks up a symbolic index. */

enum { IDLE, LENGTH, BODY, CHECK, DONE, ERROR, STATES };
enum { CLASSES = 4 };

static const unsigned char transitions[STATES][CLASSES] = {
    {IDLE, LENGTH, ERROR, IDLE}, {ERROR, ERROR, BODY, BODY}, {BODY, CHECK, BODY, ERROR},
    {DONE, DONE, ERROR, ERROR},  {DONE, ERROR, ERROR, IDLE}, {ERROR, ERROR, ERROR, IDLE},
};

static const unsigned char remainders[16] = {
    0x0, 0x3, 0x6, 0x5, 0xc, 0xf, 0xa, 0x9, 0xb, 0x8, 0xd, 0xe, 0x7, 0x4, 0x1, 0x2,
};

int table(const unsigned char bytes[6])
{
    unsigned state = IDLE, checksum = 0;

    for (int i = 0; i < 6; i++) {
        state = transitions[state][bytes[i] >> 6];
        checksum = remainders[(checksum ^ bytes[i]) & 15];
        if (state == DONE)
            return checksum == 9 ? i : -i;
        if (state == ERROR)
            return -100;
    }
    return (int)state;
}
