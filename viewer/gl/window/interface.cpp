#include "viewer/gl/window/interface.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <array>
#include <filesystem>

#include "viewer/gl/gl_check.h"

namespace touchstone::viewer {
namespace {

constexpr float kFontSize = 15.0F;

/// Paths at which Linux distributions keep a font with all letters of the interface.
constexpr std::array<const char*, 3> kFonts{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                            "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                            "/usr/share/fonts/TTF/DejaVuSans.ttf"};

/// Loads the first of these fonts, or else Dear ImGui's own, which lacks some letters.
void load_font(float scale) {
    // These ranges are Latin with accents, Greek, and the punctuation, arrows and mathematical
    // signs of the texts.
    static constexpr std::array<ImWchar, 11> kLetters{
        0x20, 0xFF, 0x370, 0x3FF, 0x2010, 0x205E, 0x2190, 0x21FF, 0x2200, 0x22FF, 0};
    ImGuiIO& io = ImGui::GetIO();
    for (const char* font : kFonts) {
        if (std::filesystem::exists(font)) {
            io.Fonts->AddFontFromFileTTF(font, kFontSize * scale, nullptr, kLetters.data());
            return;
        }
    }
    ImFontConfig config;
    config.SizePixels = 13.0F * scale;
    io.Fonts->AddFontDefault(&config);
}

/// Sets colors and sizes of panels.
void set_style(Theme theme, float scale) {
    ImGuiStyle style;
    if (theme == Theme::Light) {
        ImGui::StyleColorsLight(&style);
        style.Colors[ImGuiCol_WindowBg] = ImVec4(0.975F, 0.98F, 0.985F, 1.0F);
        style.Colors[ImGuiCol_TableRowBgAlt] = ImVec4(0.0F, 0.0F, 0.0F, 0.03F);
    } else {
        ImGui::StyleColorsDark(&style);
        style.Colors[ImGuiCol_WindowBg] = ImVec4(0.115F, 0.125F, 0.145F, 1.0F);
    }
    style.WindowRounding = 0.0F;
    style.FrameRounding = 3.0F;
    style.GrabRounding = 3.0F;
    style.WindowBorderSize = 1.0F;
    style.FrameBorderSize = 1.0F;  // makes empty boxes visible
    style.FramePadding = ImVec2(6.0F, 3.0F);
    style.ItemSpacing = ImVec2(7.0F, 5.0F);
    style.WindowPadding = ImVec2(10.0F, 8.0F);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

}  // namespace

Interface::Interface(Window* window, double scale) : window_(window), scale_(scale) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // the program's settings file keeps the layout
    load_font(static_cast<float>(scale));
    if (window_ != nullptr) {
        ImGui_ImplGlfw_InitForOpenGL(window_->handle(), true);
    }
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Interface::~Interface() {
    ImGui_ImplOpenGL3_Shutdown();
    if (window_ != nullptr) {
        ImGui_ImplGlfw_Shutdown();
    }
    ImGui::DestroyContext();
}

bool Interface::wants_text() const { return ImGui::GetIO().WantTextInput; }

void Interface::begin(const ViewSize& size, Theme theme, const ScriptedPointer* pointer) {
    ImGuiIO& io = ImGui::GetIO();
    ImGui_ImplOpenGL3_NewFrame();
    if (window_ != nullptr) {
        ImGui_ImplGlfw_NewFrame();
    } else {
        io.DisplaySize = ImVec2(static_cast<float>(size.width), static_cast<float>(size.height));
        io.DeltaTime = 1.0F / 60.0F;
    }
    if (pointer != nullptr) {
        io.MousePos = ImVec2(static_cast<float>(pointer->x), static_cast<float>(pointer->y));
        io.MouseDown[0] = pointer->left;
        io.MouseDown[1] = pointer->right;
        io.KeyCtrl = pointer->control;
        io.MouseWheel = static_cast<float>(pointer->wheel);
    }
    set_style(theme, static_cast<float>(scale_));
    ImGui::NewFrame();
}

void Interface::skip() { ImGui::EndFrame(); }

void Interface::copy(const std::string& text) { ImGui::SetClipboardText(text.c_str()); }

void Interface::draw() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    throw_on_gl_error();
}

}  // namespace touchstone::viewer
