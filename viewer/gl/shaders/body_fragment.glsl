#version 330 core
uniform float opacity;
uniform float orthographic;
uniform float colored;
uniform vec4 ramp[5];
in vec3 in_view;
in vec3 own_normal;
in float clip_side;
in float key_share;
flat in vec3 body_color;
out vec4 color;
vec3 key_color() {
    float place = 4.0 * clamp(key_share, 0.0, 1.0);
    vec3 mixed = ramp[0].rgb;
    for (int i = 0; i < 4; ++i) mixed = mix(mixed, ramp[i + 1].rgb, clamp(place - float(i), 0.0, 1.0));
    return mixed;
}
void main() {
    if (clip_side > 0.0) discard;
    vec3 flat_normal = cross(dFdx(in_view), dFdy(in_view));
    vec3 normal = normalize(dot(own_normal, own_normal) > 0.1 ? own_normal : flat_normal);
    vec3 to_eye = orthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-in_view);
    if (dot(normal, to_eye) < 0.0) normal = -normal;
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
    float fill = max(0.0, dot(normal, normalize(vec3(0.7, 0.1, 0.7))));
    float light = 0.50 + 0.42 * key + 0.16 * fill;
    // Colors that are compared with a key vary less with the light.
    vec3 base = colored > 0.5 ? key_color() : body_color;
    float shade = colored > 0.5 ? mix(1.0, light, 0.5) : light;
    color = vec4(min(vec3(1.0), base * shade), opacity);
}
