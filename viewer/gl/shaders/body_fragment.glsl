#version 330 core
uniform float opacity;
uniform float orthographic;
in vec3 in_view;
in float clip_side;
flat in vec3 body_color;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    vec3 normal = normalize(cross(dFdx(in_view), dFdy(in_view)));
    vec3 to_eye = orthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-in_view);
    if (dot(normal, to_eye) < 0.0) normal = -normal;
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
    float fill = max(0.0, dot(normal, normalize(vec3(0.7, 0.1, 0.7))));
    float light = 0.50 + 0.42 * key + 0.16 * fill;
    color = vec4(min(vec3(1.0), body_color * light), opacity);
}
