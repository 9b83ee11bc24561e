import { useEffect, useRef, useState } from "react";
import type { Steering } from "#app/shell/palette/level";
import { refreshAfterMs } from "#app/shell/palette/palette-memory";
import { askRoute } from "#app/shell/palette/route-data";
import { SearchAnswer } from "#app/shell/palette/search-answer";
import { useShell } from "#app/shell/shell-context";
import { afterPaint } from "#app/ui/after-paint";

/** What nothing is typed for: the applicants that were opened last. */
const recentText = "";

/**
 * Returns applicants for the text that is drawn. They are asked for at every letter without a delay, and draw it when
 * they come; a text for which nothing has to be asked is drawn at once.
 * @param askedOf what of a typed text is searched among applicants; nothing where it is `undefined`
 */
export const useFoundApplicants = (
	{ typed, query, draw, memory }: Pick<Steering, "typed" | "query" | "draw" | "memory">,
	askedOf: (text: string) => string | undefined,
): { found?: SearchAnswer; isPending: boolean } => {
	const { orgName } = useShell();
	const [found, setFound] = useState(memory.recent);
	const reading = useRef(askedOf);
	reading.current = askedOf;
	useEffect(() => {
		let asking: { text: string; controller: AbortController } | undefined;
		let cancelDrawing = () => {};
		const drawNext = () => {
			cancelDrawing();
			cancelDrawing = afterPaint(draw);
		};
		const ask = async (text: string, { signal }: AbortController) => {
			const address = `/${orgName}/search?q=${encodeURIComponent(text)}`;
			// why to its end: it is for the next time that nothing is typed, too.
			const options = text === recentText ? {} : { signal };
			const answer = await askRoute(address, "routes/search/results", SearchAnswer, options);
			if (text === recentText && answer.ok) memory.recent = { ...answer.data, q: text };
			if (signal.aborted) return;
			setFound(
				answer.ok
					? { ...answer.data, q: text }
					: { q: text, applicants: [], payments: [], recent: false, failure: answer.error },
			);
			// why: with the applicants, not before and again after them.
			draw();
		};
		const begin = (text: string, controller: AbortController) => {
			ask(text, controller).catch((error) => {
				if (!controller.signal.aborted) throw error;
			});
		};
		const hear = () => {
			const text = reading.current(typed.get());
			if (text !== undefined && text === asking?.text) return;
			asking?.controller.abort();
			asking = text === undefined ? undefined : { text, controller: new AbortController() };
			if (!asking) return drawNext();
			const { controller } = asking;
			if (text !== recentText || !memory.recent) return begin(asking.text, controller);
			setFound(memory.recent);
			drawNext();
			const timer = setTimeout(() => begin(recentText, controller), refreshAfterMs);
			controller.signal.addEventListener("abort", () => clearTimeout(timer));
		};
		hear();
		const unsubscribe = typed.subscribe(hear);
		return () => {
			asking?.controller.abort();
			cancelDrawing();
			unsubscribe();
		};
	}, [orgName, typed, draw, memory]);
	const asked = askedOf(query);
	return { found: asked === undefined ? undefined : found, isPending: asked !== undefined && found?.q !== asked };
};
