// group_index numbers the work-groups of a dispatch: along x, then along y if there are more than a device's limit on x.
uint group_index() {
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
