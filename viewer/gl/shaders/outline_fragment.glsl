#version 330 core
uniform vec4 line_color;
in float clip_side;
out vec4 color;
void main() {
    if (clip_side > 0.0) discard;
    color = line_color;
}
