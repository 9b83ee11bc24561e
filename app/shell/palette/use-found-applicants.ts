import { useEffect, useRef, useState } from "react";
import type { Steering } from "#app/shell/palette/level";
import { askRoute } from "#app/shell/palette/route-data";
import { SearchAnswer } from "#app/shell/palette/search-answer";
import { useShell } from "#app/shell/shell-context";
import { afterPaint } from "#app/ui/after-paint";

/**
 * Returns applicants for the text that is drawn. They are asked for at every letter without a delay, and draw it when
 * they come; a text for which nothing has to be asked is drawn at once.
 * @param askedOf what of a typed text is searched among applicants; nothing where it is `undefined`
 */
export const useFoundApplicants = (
	{ typed, query, draw }: Pick<Steering, "typed" | "query" | "draw">,
	askedOf: (text: string) => string | undefined,
): { found?: SearchAnswer; isPending: boolean } => {
	const { orgName } = useShell();
	const [found, setFound] = useState<SearchAnswer>();
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
			const answer = await askRoute(address, "routes/search/results", SearchAnswer, { signal });
			if (signal.aborted) return;
			setFound(
				answer.ok
					? { ...answer.data, q: text }
					: { q: text, applicants: [], payments: [], recent: false, failure: answer.error },
			);
			// why: with the applicants, not before and again after them.
			draw();
		};
		const hear = () => {
			const text = reading.current(typed.get());
			if (text !== undefined && text === asking?.text) return;
			asking?.controller.abort();
			asking = text === undefined ? undefined : { text, controller: new AbortController() };
			if (!asking) return drawNext();
			const { controller } = asking;
			ask(asking.text, controller).catch((error) => {
				if (!controller.signal.aborted) throw error;
			});
		};
		hear();
		const unsubscribe = typed.subscribe(hear);
		return () => {
			asking?.controller.abort();
			cancelDrawing();
			unsubscribe();
		};
	}, [orgName, typed, draw]);
	const asked = askedOf(query);
	return { found: asked === undefined ? undefined : found, isPending: asked !== undefined && found?.q !== asked };
};
