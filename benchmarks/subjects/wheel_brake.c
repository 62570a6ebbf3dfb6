/*
 * A wheel brake controller: one step of the braking of a landing aircraft.
 *
 * The pedal and the autobrake ask for braking, anti-skid takes some of it back, and the demand goes to the brakes
 * through the normal (green) or the alternate (blue) hydraulic system, or from the accumulator when both have failed.
 * Beside that, brake temperature is watched, lamps are lit and maintenance data are kept.
 *
 * With -D BUG, anti-skid guards its division by the wrong speed.
 */
#include <assert.h>
#include <stdint.h>

enum { PEDAL_DEAD_BAND = 5, PEDAL_OVERRIDE = 60, PEDAL_FULL = 100 };        /* percent */
enum { SKID_MIN_SPEED = 20, AUTOBRAKE_MIN_SPEED = 40, SPEED_SCATTER = 30 }; /* knots */
enum { SLIP_DEEP = 40, SLIP_LIGHT = 15 };                                   /* percent */
enum { GREEN_MIN = 200, BLUE_MIN = 180, PRESSURE_NORMAL = 210 };            /* bar */
enum { ACCUMULATOR_FULL = 7, ACCUMULATOR_LIMIT = 70 };                      /* applications, bar */
enum { WARM = 150, HOT = 300, SENSOR_TOP = 1000 };                          /* degrees Celsius */

enum autobrake { AUTOBRAKE_OFF, AUTOBRAKE_LOW, AUTOBRAKE_MEDIUM, AUTOBRAKE_MAX };
enum supply { SUPPLY_GREEN, SUPPLY_BLUE, SUPPLY_ACCUMULATOR, SUPPLY_NONE };

struct demand {
    int pedal, autobrake;
    int is_armed;
};

struct hydraulics {
    enum supply supply;
    int applications; /* left in the accumulator */
    int pressure;     /* to the brakes, bar */
};

struct thermal {
    int is_fan_on, is_hot;
    int hot_landings;
};

struct panel {
    int pedal_fault, speed_fault, temperature_fault;
    int autobrake_lamp, release_lamp, alternate_lamp;
    int gauge; /* accumulator gauge: 0 empty, 1 low, 2 full */
};

struct maintenance {
    unsigned steps, overrides, hard_stops;
    unsigned green_low, blue_low;
};

static struct demand demand;
static struct hydraulics hydraulics = {SUPPLY_GREEN, ACCUMULATOR_FULL, 0};
static struct thermal thermal;
static struct panel panel;
static struct maintenance maintenance;

/* Percent of braking that the pilot asks for. A broken sensor counts as a released pedal. */
static int pedal_demand(uint8_t position)
{
    panel.pedal_fault = 0;
    if (position > PEDAL_FULL) {
        panel.pedal_fault = 1;
        return 0;
    }
    if (position < PEDAL_DEAD_BAND)
        return 0;
    return position;
}

/* Percent of braking for the chosen deceleration. The pilot's foot overrides and disarms it. */
static int autobrake_demand(uint8_t selector, uint8_t ground_speed)
{
    demand.is_armed = 0;
    if (selector == AUTOBRAKE_OFF || selector > AUTOBRAKE_MAX)
        return 0;
    if (demand.pedal > PEDAL_OVERRIDE) {
        maintenance.overrides++;
        return 0;
    }
    demand.is_armed = 1;
    if (ground_speed < AUTOBRAKE_MIN_SPEED)
        return 0;
    if (selector == AUTOBRAKE_LOW)
        return 25;
    if (selector == AUTOBRAKE_MEDIUM)
        return 50;
    return 90;
}

/* Percent of the demand that the wheel can take without locking. */
static int anti_skid(uint8_t ground_speed, uint8_t wheel_speed)
{
    int slip;

    if (wheel_speed > ground_speed + SPEED_SCATTER) {
        panel.speed_fault = 1;
        return 100;
    }
#ifdef BUG
    if (wheel_speed < SKID_MIN_SPEED)
        return 100;
#else
    if (ground_speed < SKID_MIN_SPEED)
        return 100;
#endif
    slip = (ground_speed - wheel_speed) * 100 / ground_speed;
    if (slip > SLIP_DEEP) {
        panel.release_lamp = 1;
        return 0;
    }
    return slip > SLIP_LIGHT ? 50 : 100;
}

/* Green while it has pressure, else blue, else what is left in the accumulator. */
static enum supply select_supply(uint16_t green, uint16_t blue)
{
    if (green >= GREEN_MIN)
        return SUPPLY_GREEN;
    if (blue >= BLUE_MIN)
        return SUPPLY_BLUE;
    return hydraulics.applications > 0 ? SUPPLY_ACCUMULATOR : SUPPLY_NONE;
}

/* Pressure for this percentage of braking; the accumulator gives less, and is used up by it. */
static int brake_pressure(int percent)
{
    int pressure = PRESSURE_NORMAL * percent / 100;

    if (percent == 0 || hydraulics.supply == SUPPLY_NONE)
        return 0;
    if (hydraulics.supply == SUPPLY_ACCUMULATOR) {
        hydraulics.applications--;
        if (pressure > ACCUMULATOR_LIMIT)
            pressure = ACCUMULATOR_LIMIT;
    }
    return pressure;
}

/* Fan and warning, with hysteresis between the two. */
static void watch_temperature(uint16_t temperature)
{
    panel.temperature_fault = temperature > SENSOR_TOP;
    if (panel.temperature_fault)
        return;
    if (temperature > HOT) {
        if (!thermal.is_hot)
            thermal.hot_landings++;
        thermal.is_hot = 1;
        thermal.is_fan_on = 1;
    } else if (temperature < WARM) {
        thermal.is_hot = 0;
        thermal.is_fan_on = 0;
    }
}

static void show_panel(void)
{
    panel.autobrake_lamp = demand.is_armed;
    panel.alternate_lamp = hydraulics.supply != SUPPLY_GREEN;
    if (hydraulics.applications == 0)
        panel.gauge = 0;
    else if (hydraulics.applications < ACCUMULATOR_FULL)
        panel.gauge = 1;
    else
        panel.gauge = 2;
}

static void keep_maintenance(uint16_t green, uint16_t blue)
{
    maintenance.steps++;
    if (green < GREEN_MIN / 2)
        maintenance.green_low++;
    if (blue < BLUE_MIN / 2)
        maintenance.blue_low++;
    if (hydraulics.pressure > PRESSURE_NORMAL * 9 / 10)
        maintenance.hard_stops++;
}

/* One step: speeds in knots, pressures in bar, temperature in degrees. Gives the pressure to the brakes. */
int brake_step(uint8_t pedal, uint8_t autobrake, uint8_t ground_speed, uint8_t wheel_speed, uint16_t green,
               uint16_t blue, uint16_t temperature)
{
    int percent;

    demand.pedal = pedal_demand(pedal);
    demand.autobrake = autobrake_demand(autobrake, ground_speed);
    panel.release_lamp = 0;
    panel.speed_fault = 0;
    percent = demand.pedal > demand.autobrake ? demand.pedal : demand.autobrake;
    if (percent > 0)
        percent = percent * anti_skid(ground_speed, wheel_speed) / 100;

    hydraulics.supply = select_supply(green, blue);
    hydraulics.pressure = brake_pressure(percent);
    assert(hydraulics.pressure >= 0 && hydraulics.pressure <= PRESSURE_NORMAL);
    assert(hydraulics.applications >= 0);

    watch_temperature(temperature);
    assert(thermal.is_fan_on || !thermal.is_hot);
    show_panel();
    keep_maintenance(green, blue);
    return hydraulics.pressure;
}

#ifdef STEPS
struct sensors {
    uint8_t pedal, autobrake, ground_speed, wheel_speed;
    uint16_t green, blue, temperature;
};

/* Several steps, one after the other. */
int brake_steps(const struct sensors *at)
{
    int pressure = 0;

    for (int step = 0; step < STEPS; step++)
        pressure = brake_step(at[step].pedal, at[step].autobrake, at[step].ground_speed, at[step].wheel_speed,
                              at[step].green, at[step].blue, at[step].temperature);
    return pressure;
}
#endif
