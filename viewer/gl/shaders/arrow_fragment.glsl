#version 330 core
in vec3 normal;
flat in vec4 arrow_color;
uniform vec4 plain_color;  // replaces the arrow's own color, unlit, unless its alpha is 0
out vec4 color;
void main() {
    if (plain_color.a > 0.0) {
        color = plain_color;
        return;
    }
    float key = max(0.0, dot(normalize(normal), normalize(vec3(-0.35, 0.75, 0.55))));
    color = vec4(min(vec3(1.0), arrow_color.rgb * (0.6 + 0.45 * key)), arrow_color.a);
}
