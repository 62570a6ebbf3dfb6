/*
 * Airborne collision avoidance: what to tell the crew about one intruder.
 *
 * The intruder is tracked by range and altitude. When it will come too close within the warning time, the logic
 * chooses to climb or to descend, whichever gives more vertical separation, coordinates that with the intruder's own
 * choice, and says how strongly. Beside that it keeps the traffic display and the data for the ground crew.
 *
 * With -D BUG, coordination comes after the check against descending near the ground.
 */
#include <assert.h>
#include <stdint.h>

enum { TRAFFIC_SECONDS = 40, RESOLUTION_SECONDS = 25, MIN_CLOSURE = 10 };
enum { NEAR_RANGE = 600 };                                  /* metres */
enum { ALTITUDE_MISS = 600, POSITIVE_MISS = 300 };          /* feet */
enum { DESCEND_FLOOR = 1100, CEILING = 30000, FLAT = 500 }; /* feet, feet a minute */
enum { MANOEUVRE_RATE = 1500, MAX_RATE = 6000 };            /* feet a minute */
enum { SENSITIVITY_STANDBY = 1, SENSITIVITY_TRAFFIC_ONLY = 2 };

enum intent { INTENT_NONE, INTENT_CLIMB, INTENT_DESCEND };
enum threat { THREAT_NONE, THREAT_TRAFFIC, THREAT_RESOLUTION };
enum advisory { CLEAR, TRAFFIC, DO_NOT_DESCEND, CLIMB, DO_NOT_CLIMB, DESCEND };

struct track {
    int32_t altitude;
    int32_t rate; /* feet a minute */
};

struct display {
    int arrow;    /* of the intruder: -1 descending, 0 level, 1 climbing */
    int is_above; /* intruder above us */
    int is_solid; /* symbol drawn solid: near */
};

struct record {
    unsigned advisories, coordinated, rate_limited, weak_replies;
};

static struct display display;
static struct record record;
static enum threat threat;
static enum advisory advisory;

/* Altitude after so many seconds. */
static int32_t altitude_in(const struct track *track, int32_t seconds)
{
    return track->altitude + track->rate * seconds / 60;
}

/* Seconds to the closest approach; -1 when the intruder does not come nearer. */
static int32_t seconds_to_closest(uint16_t range, int16_t closure)
{
    return closure < MIN_CLOSURE ? -1 : range / closure;
}

static enum threat assess(int32_t seconds, uint16_t range, int32_t separation)
{
    if (separation > 2 * ALTITUDE_MISS)
        return THREAT_NONE;
    if (seconds < 0)
        return range < NEAR_RANGE ? THREAT_TRAFFIC : THREAT_NONE;
    if (seconds > TRAFFIC_SECONDS)
        return THREAT_NONE;
    if (seconds > RESOLUTION_SECONDS || separation > ALTITUDE_MISS)
        return THREAT_TRAFFIC;
    return THREAT_RESOLUTION;
}

/* Feet that we shall be above (direction 1) or below (-1) the other at the closest approach, flying at this rate. */
static int32_t miss_distance(const struct track *own, const struct track *other, int32_t rate, int direction)
{
    struct track flown = {own->altitude, rate};

    return direction * (altitude_in(&flown, RESOLUTION_SECONDS) - altitude_in(other, RESOLUTION_SECONDS));
}

/* 1 to climb, -1 to descend: more separation wins, but never the same as the intruder, and never into the ground. */
static int choose_sense(const struct track *own, const struct track *other, enum intent intent)
{
    int32_t above = miss_distance(own, other, MANOEUVRE_RATE, 1);
    int32_t below = miss_distance(own, other, -MANOEUVRE_RATE, -1);
    int sense = above >= below ? 1 : -1;

#ifdef BUG
    if (own->altitude < DESCEND_FLOOR)
        sense = 1;
#endif
    if (intent == INTENT_CLIMB && sense > 0) {
        record.coordinated++;
        sense = -1;
    } else if (intent == INTENT_DESCEND && sense < 0) {
        record.coordinated++;
        sense = 1;
    }
#ifndef BUG
    if (own->altitude < DESCEND_FLOOR)
        sense = 1;
#endif
    return sense;
}

/* A limit is enough where the way we fly already gives the separation; else a manoeuvre. */
static enum advisory choose_advisory(const struct track *own, const struct track *other, int sense)
{
    int is_enough = miss_distance(own, other, own->rate, sense) > POSITIVE_MISS;

    if (sense > 0)
        return is_enough || own->altitude > CEILING ? DO_NOT_DESCEND : CLIMB;
    return is_enough ? DO_NOT_CLIMB : DESCEND;
}

static int32_t limited_rate(int16_t rate)
{
    if (rate > MAX_RATE || rate < -MAX_RATE) {
        record.rate_limited++;
        return rate > 0 ? MAX_RATE : -MAX_RATE;
    }
    return rate;
}

static void draw(const struct track *own, const struct track *other, uint16_t range)
{
    display.arrow = other->rate > FLAT ? 1 : other->rate < -FLAT ? -1 : 0;
    display.is_above = other->altitude >= own->altitude;
    display.is_solid = range < 4 * NEAR_RANGE;
}

/* Altitudes in feet, rates in feet a minute, range in metres, closure in metres a second; gives an `enum advisory`. */
int avoid(uint16_t own_altitude, int16_t own_rate, uint16_t other_altitude, int16_t other_rate, uint16_t range,
          int16_t closure, uint8_t other_intent, uint8_t sensitivity, uint8_t has_altitude, uint8_t signal)
{
    struct track own = {own_altitude, own_rate};
    struct track other = {other_altitude, limited_rate(other_rate)};
    int32_t seconds, separation;

    advisory = CLEAR;
    threat = THREAT_NONE;
    draw(&own, &other, range);
    if (signal < 20)
        record.weak_replies++;
    if (sensitivity <= SENSITIVITY_STANDBY)
        return advisory;

    seconds = seconds_to_closest(range, closure);
    separation = has_altitude ? own.altitude - other.altitude : 0;
    threat = assess(seconds, range, separation < 0 ? -separation : separation);
    if (threat == THREAT_NONE)
        return advisory;
    advisory = TRAFFIC;
    record.advisories++;
    if (threat == THREAT_RESOLUTION && has_altitude && sensitivity > SENSITIVITY_TRAFFIC_ONLY) {
        advisory = choose_advisory(&own, &other, choose_sense(&own, &other, (enum intent)other_intent));
        assert(advisory != DESCEND || own.altitude >= DESCEND_FLOOR);
    }
    assert(advisory == TRAFFIC || threat == THREAT_RESOLUTION);
    return advisory;
}
