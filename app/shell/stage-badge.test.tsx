import { Circle, CircleCheck, CircleX } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StageBadge, stageIcon } from "#app/shell/stage-badge";
import { Glyph } from "#app/ui/glyph";
import { stageTypes } from "#worker/contract/stage-types";

test.each([
	["ACCEPTED", "Admitted", "bg-green-b text-green", CircleCheck],
	["DECLINED", "Declined", "bg-red-b text-red", CircleX],
	["DEFERRED", "DEFERRED", "bg-slate-b text-slate", Circle],
] as const)("draws the stage %s as “%s” in the colour and with the icon of its type", (type, label, colour, icon) => {
	const drawn = renderToStaticMarkup(<StageBadge type={type} />);
	expect(drawn).toContain(`class="badge ${colour}"`);
	expect(drawn).toContain(renderToStaticMarkup(<Glyph icon={icon} className="icon-small" />));
	expect(drawn).toContain(`>${label}<`);
});

test.each(Object.entries(stageTypes))("knows the icon that the stage type %s names", (_type, { icon }) => {
	expect(stageIcon(icon)).not.toBe(Circle);
});
