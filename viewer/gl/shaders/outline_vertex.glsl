#version 330 core
// The part of a body's outline in one triangle, as a strip of two triangles of the same width in
// pixels everywhere: where the normals, interpolated along the edges, turn away from the eye.
layout(location = 0) in vec3 corner_0;
layout(location = 1) in vec3 corner_1;
layout(location = 2) in vec3 corner_2;
layout(location = 3) in vec3 normal_0;
layout(location = 4) in vec3 normal_1;
layout(location = 5) in vec3 normal_2;
layout(location = 6) in uint body;
uniform samplerBuffer bodies;
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform vec4 clip_plane;
uniform vec2 viewport;
uniform float width;
uniform float nearer;
uniform float near;
uniform float orthographic;
out float clip_side;
vec4 world_of(vec4 shape) {
    int first = 4 * int(body);
    return vec4(dot(texelFetch(bodies, first), shape), dot(texelFetch(bodies, first + 1), shape),
                dot(texelFetch(bodies, first + 2), shape), shape.w);
}
void main() {
    vec4 worlds[3];
    float toward[3];  // cosines with the direction to the eye, times lengths above 0
    vec3 corners[3] = vec3[3](corner_0, corner_1, corner_2);
    vec3 normals[3] = vec3[3](normal_0, normal_1, normal_2);
    for (int i = 0; i < 3; ++i) {
        worlds[i] = world_of(vec4(corners[i], 1.0));
        vec3 normal = (view_from_world * world_of(vec4(normals[i], 0.0))).xyz;
        vec3 to_eye = orthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : -(view_from_world * worlds[i]).xyz;
        toward[i] = dot(normal, to_eye);
    }
    vec4 ends[2];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        if ((toward[i] < 0.0) != (toward[j] < 0.0) && count < 2) {
            ends[count] = mix(worlds[i], worlds[j], toward[i] / (toward[i] - toward[j]));
            ++count;
        }
    }
    float shown = texelFetch(bodies, 4 * int(body) + 3).a;
    clip_side = 0.0;
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    if (count < 2 || shown < 0.5) return;
    vec4 a = view_from_world * ends[0];
    vec4 b = view_from_world * ends[1];
    if (a.z > -near || b.z > -near) return;
    vec4 clip_a = clip_from_view * a;
    vec4 clip_b = clip_from_view * b;
    vec2 along = (clip_b.xy / clip_b.w - clip_a.xy / clip_a.w) * viewport;
    float pixels = length(along);
    along = pixels > 1e-4 ? along / pixels : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    bool at_end = gl_VertexID >= 2;
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    vec4 place = at_end ? clip_b : clip_a;
    place.xy += (side * across + (at_end ? 0.5 : -0.5) * along) * width / viewport * place.w;
    place.z -= nearer * place.w;
    clip_side = dot(clip_plane, at_end ? ends[1] : ends[0]);
    gl_Position = place;
}
