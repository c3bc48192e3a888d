#version 330 core
uniform vec4 line_color;  // instead of the line's own, where its alpha is not 0
in float clip_side;
flat in vec4 own_color;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    color = line_color.a > 0.0 ? line_color : own_color;
}
