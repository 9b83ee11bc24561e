import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlatformMark } from "#app/routes/payment-configurations/platform-mark";
import { internationalPlatforms, localPlatforms } from "#worker/contract/payment-platforms";

test("draws a shape of its own for every platform", () => {
	const platforms = [...localPlatforms, ...internationalPlatforms];
	const shapes = platforms.map((platform) => {
		const drawn = renderToStaticMarkup(<PlatformMark platform={platform} />);
		return /<path d="([^"]+)"/.exec(drawn)?.[1];
	});
	expect(shapes).not.toContain(undefined);
	expect(new Set(shapes).size).toBe(platforms.length);
});
