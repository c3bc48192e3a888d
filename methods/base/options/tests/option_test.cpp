#include "methods/base/options/option.h"

#include "methods/base/error.h"
#include "methods/base/options/option_makers.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

enum class Color { Red, Green };
constexpr Word<Color> kColors[]{{"red", Color::Red}, {"green", Color::Green}};

struct Paint {
    Color color = Color::Red;
    double thickness = 0.5;
    std::optional<double> gloss;
    int coats = 1;
};

struct Wall : Paint {
    bool primed = true;
};

struct House {
    Wall wall;
};

Options<Paint> paint_options() {
    return {word_option("color", &Paint::color, kColors, "of the wall"),
            length_option("thickness", &Paint::thickness, {0.0, 1.0, "number in [0, 1] [m]"},
                          "of one coat"),
            optional_number_option("gloss", &Paint::gloss, "dull",
                                   {kAboveZero, 9.0, "number in (0, 9]"}, "of the last coat"),
            count_option("coats", &Paint::coats, {0.0, 3.0, "whole number in [0, 3]"}, "in all")};
}

}  // namespace

TEST_CASE("an option reads back what it was given, and leaves the rest alone", "[option]") {
    Paint paint;
    const Options<Paint> options = paint_options();
    CHECK(options[0].values == "red|green");
    CHECK(options[2].values == "dull|number in (0, 9]");
    set_option(paint, options, "paint", "color", "green");
    set_option(paint, options, "paint", "gloss", "2.5");
    set_option(paint, options, "paint", "coats", "3");
    std::string text;
    for (const OptionValue& value : option_values(paint, options)) {
        text += value.id + "=" + value.value + " ";
    }
    CHECK(text == "color=green thickness=0.5 gloss=2.5 coats=3 ");
    set_option(paint, options, "paint", "gloss", "dull");
    CHECK_FALSE(paint.gloss.has_value());
}

TEST_CASE("what is no value of an option changes nothing", "[option]") {
    Paint paint;
    const Options<Paint> options = paint_options();
    struct Row {
        const char* id;
        const char* value;
    };
    const Row row = GENERATE(values<Row>({{"color", "blue"},
                                          {"color", ""},
                                          {"color", "red|green"},
                                          {"thickness", "1.1"},
                                          {"thickness", "nan"},
                                          {"thickness", "0.5 "},
                                          {"gloss", "0"},
                                          {"gloss", "matt"},
                                          {"coats", "1.5"},
                                          {"coats", "4"}}));
    CAPTURE(row.id, row.value);
    CHECK_THROWS_AS(set_option(paint, options, "paint", row.id, row.value), UsageError);
    CHECK_THROWS_WITH(set_option(paint, options, "paint", row.id, row.value),
                      Contains(std::string("paint.") + row.id));
    CHECK(paint.color == Color::Red);
    CHECK(paint.thickness == 0.5);
    CHECK_FALSE(paint.gloss.has_value());
    CHECK(paint.coats == 1);
}

TEST_CASE("an unknown option is refused with the known ones", "[option]") {
    Paint paint;
    CHECK_THROWS_AS(set_option(paint, paint_options(), "paint", "smell", "1"), UnknownName);
    CHECK_THROWS_WITH(set_option(paint, paint_options(), "paint", "smell", "1"),
                      Contains("paint has no option \"smell\"; known: color, thickness, gloss"));
}

TEST_CASE("options of a part and of a base class do for the whole", "[option]") {
    const Options<Wall> of_wall = inherited<Wall>(paint_options());
    const Options<House> of_house = options_of_part<House>(
        of_wall, [](auto& house) -> auto& { return house.wall; });
    House house;
    set_option(house, of_house, "house", "coats", "2");
    CHECK(house.wall.coats == 2);
    const House larger = with_scaled_lengths(house, of_house, 10.0);
    CHECK(larger.wall.thickness == 5.0);
    CHECK(larger.wall.coats == 2);
    CHECK(of_house[1].read(larger) == "5");
    CHECK(house.wall.thickness == 0.5);
}
