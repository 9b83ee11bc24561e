import { Inbox } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Glyph } from "#app/ui/glyph";
import { WarningMark } from "#app/ui/marks";

const linesIn = (markup: string): string[] => markup.match(/<(path|polyline|circle|rect|line)[^>]*>/g) ?? [];

test("draws an icon of the set with its own lines and one class", () => {
	const drawn = renderToStaticMarkup(<Glyph icon={Inbox} className="icon-small" />);
	expect(drawn).toMatch(/^<svg class="icon icon-small" viewBox="0 0 24 24" aria-hidden="true">/);
	expect(linesIn(drawn)).toEqual(linesIn(renderToStaticMarkup(<Inbox />)));
	expect(linesIn(drawn).length).toBeGreaterThan(1);
});

test("draws a drawing of our own as it is", () => {
	expect(linesIn(renderToStaticMarkup(<Glyph icon={WarningMark} />))).toHaveLength(1);
});
