// Distances in space (EUC_3D) and on the globe (GEO), with the rounding of the host.
// aco/distance/space.go has the layout of coordinates. The includer has METRIC,
// float64_program.glsl, grid.glsl and the push constant cities.
const uint EUC_3D = 5; // beside the metrics of metric.glsl
const uint GEO = 6;

const uint BOUNDARIES = 20040; // between distances on the globe: beyond half its circumference
const uint UNITS_PER_KM = 65536;

// After the grid coordinates of all cities: the coordinates as float64, the boundaries between
// distances on the globe, and the program.
uint boundaries_at() { return METRIC == GEO ? 2u * cities : 3u * cities; }

// globe_distance computes the distance on the globe by the square of the chord, in grid units. It
// returns false if that leaves the rounding open. Only the boundary between two distances that is
// nearest to the arc decides. For this choice the arc is estimated in floats: its error must be
// below 0.49 km. aco/distance/globe.go has the reasons for the boundaries.
//
// acos s = √(1 - s)·P(s), where P interpolates acos s/√(1 - s) at the five Chebyshev nodes of
// 0..1: the error is 1.1e-5, 0.14 km of the arc. In floats, with e = 2⁻²³, the share has an error
// of 7e, s one of 8e, and √(1 - s) one of 4e/√(1 - s) + 5e. √(1 - s) is at least 0.035 up to
// MAX_ARC, so this is 0.18 km of the arc. All other errors are below 30e, 0.05 km.
bool globe_distance(uvec3 delta, out uint d) {
    const float RADIUS = 6378.388, MAX_ARC = 19400.0, HALF_PI = 1.5707963;
    const float DIAMETER = 2.0 * RADIUS * float(UNITS_PER_KM);
    vec3 size = vec3(delta) / DIAMETER;
    float square_of_sine = SUM_OF_SQUARES(size);
    d = 0u;
    if (square_of_sine > 1.0) { // antipodes
        return false;
    }
    float s = sqrt(square_of_sine); // the sine of half the angle
    float series = 1.5707855 + s * (-0.21405063 + s * (0.08430383 + s * (-0.03518326 + s * 0.00836455)));
    float arc = 2.0 * RADIUS * (HALF_PI - sqrt(1.0 - s) * series);
    if (arc > MAX_ARC) {
        return false;
    }
    uint nearest_boundary = uint(arc + 0.5);
    uvec4 boundary = coordinates[boundaries_at() + nearest_boundary];
    uvec2 square = LONG_SQUARE(delta);
    bool below = long_less(square, boundary.xy);
    d = below ? nearest_boundary : nearest_boundary + 1u;
    return below || !long_less(square, boundary.zw);
}

// exact_space_distance repeats the float64 operations of the host.
uint exact_space_distance(uint from, uint to) {
    uint program = boundaries_at();
    if (METRIC == GEO) {
        program += BOUNDARIES;
        uvec4 a = coordinates[cities + from], b = coordinates[cities + to];
        registers[0] = a.xy;
        registers[1] = a.zw;
        registers[2] = b.xy;
        registers[3] = b.zw;
    } else {
        uint a = cities + 2u * from, b = cities + 2u * to;
        registers[0] = coordinates[a].xy;
        registers[1] = coordinates[a].zw;
        registers[2] = coordinates[a + 1u].xy;
        registers[3] = coordinates[b].xy;
        registers[4] = coordinates[b].zw;
        registers[5] = coordinates[b + 1u].xy;
    }
    return run_program(program);
}

// space_distance returns the distance of two cities by the differences of their grid coordinates.
uint space_distance(uint from, uint to, uvec3 delta) {
    uint d;
    if (METRIC == GEO) {
        if (from == to) {
            return 0u; // two cities in one place are at distance 1
        }
        if (globe_distance(delta, d)) {
            return d;
        }
    } else if (UNITS != GRID_NONE && grid_distance(delta, d)) {
        return d;
    }
    return exact_space_distance(from, to);
}
