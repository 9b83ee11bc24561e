import { expect, test } from "vitest";
import { frameAround, placeCard } from "#app/shell/tour/place-card";

const screen = { width: 1440, height: 900 };
const card = { width: 340, height: 160 };

test("frames the target with some room, and never beyond the screen", () => {
	expect(frameAround({ top: 100, left: 200, width: 50, height: 20 }, screen)).toEqual({
		top: 94,
		left: 194,
		width: 62,
		height: 32,
	});
	expect(frameAround({ top: 0, left: 0, width: 2_000, height: 3_000 }, screen)).toEqual({
		top: 2,
		left: 2,
		width: 1436,
		height: 896,
	});
});

test("places the text below, or above, or beside the frame", () => {
	const at = (top: number, left: number, width: number, height: number) =>
		placeCard({ top, left, width, height }, card, screen);
	expect(at(10, 300, 100, 30)).toEqual({ top: 50, left: 300 });
	expect(at(10, 1400, 30, 30), "kept within the screen").toEqual({ top: 50, left: 1088 });
	expect(at(800, 300, 100, 60)).toEqual({ top: 630, left: 300 });
	expect(at(2, 2, 220, 896), "beside the navigation").toEqual({ top: 12, left: 232 });
	expect(at(2, 1200, 238, 896), "before a tall target at the right").toEqual({ top: 12, left: 850 });
	expect(at(2, 2, 1436, 896), "over what fills the screen").toEqual({ top: 728, left: 12 });
});

test("fits on a narrow screen", () => {
	const narrow = { width: 360, height: 640 };
	const wide = { width: 336, height: 200 };
	for (const top of [0, 200, 400, 620])
		for (const height of [20, 300, 640]) {
			const place = placeCard(frameAround({ top, left: 8, width: 344, height }, narrow), wide, narrow);
			expect(place.left).toBe(12);
			expect(place.top).toBeGreaterThanOrEqual(12);
			expect(place.top + wide.height).toBeLessThanOrEqual(narrow.height - 12);
		}
});
