// group_index numbers the work-groups of a dispatch: along x, then along y where a device's limit on x needs a second row.
uint group_index() {
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
