import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { infoLines, SkeletonLines } from "#app/ui/page/skeleton";

test("information on its way has 5 lines beside something else, and 13 in a panel of its own", () => {
	expect(infoLines).toEqual({ few: 5, many: 13 });
	for (const lines of Object.values(infoLines))
		expect(renderToStaticMarkup(<SkeletonLines lines={lines} />).split("border-b").length - 1).toBe(lines);
});
