#version 330 core
uniform mat4 clip_from_view;
flat in vec3 sphere_center;
flat in float sphere_radius;
flat in vec4 sphere_color;
flat in float diameter;
uniform vec4 plain_color;  // replaces the sphere's own color, unlit, unless its alpha is 0
out vec4 color;
void main() {
    vec2 at = (2.0 * gl_PointCoord - 1.0) * diameter / (diameter - 2.0);
    at.y = -at.y;
    float squared = dot(at, at);
    float inside = clamp(0.5 + (1.0 - sqrt(squared)) * 0.5 * (diameter - 2.0), 0.0, 1.0);
    if (inside <= 0.0) discard;
    vec3 normal = vec3(at, sqrt(max(0.0, 1.0 - squared)));
    vec4 place = clip_from_view * vec4(sphere_center + sphere_radius * vec3(0.0, 0.0, normal.z), 1.0);
    gl_FragDepth = 0.5 * place.z / place.w + 0.5;
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.75, 0.55))));
    float shine = pow(key, 24.0);
    vec3 lit = sphere_color.rgb * (0.55 + 0.5 * key) + 0.25 * shine;
    color = plain_color.a > 0.0 ? vec4(plain_color.rgb, inside) : vec4(min(lit, vec3(1.0)), inside);
}
