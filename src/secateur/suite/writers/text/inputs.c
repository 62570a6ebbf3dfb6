struct secateur_input {
    const char *name;
    unsigned long size;
    unsigned long long value; /* of an integer */
    double real;              /* of a float or double */
    const char *bytes;        /* of anything else: `count` bytes, then zeros */
    unsigned long count;
};

static const struct secateur_input *secateur_next;

/* Returns the next input of the test. */
static void secateur_take(void *to, unsigned long size)
{
    const struct secateur_input *input = secateur_next++;
    float single = (float)input->real;
    if (input->name == NULL || input->size != size) {
        fprintf(stderr, "the program requests an input of %lu bytes, but the next one is %s of %lu bytes\n",
                size, input->name ? input->name : "nothing", input->size);
        exit(SECATEUR_MISMATCH);
    }
    if (input->bytes) {
        memset(to, 0, size);
        memcpy(to, input->bytes, input->count);
    } else if (input->real != 0) {
        memcpy(to, size == sizeof single ? (const void *)&single : (const void *)&input->real, size);
    } else {
        memcpy(to, &input->value, size);
    }
}
