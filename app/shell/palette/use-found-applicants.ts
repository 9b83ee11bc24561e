import { useEffect, useState } from "react";
import { askRoute } from "#app/shell/palette/route-data";
import { SearchAnswer } from "#app/shell/palette/search-answer";
import { useShell } from "#app/shell/shell-context";

/** why: long enough to skip the letters of a fast typist, short enough not to be felt. */
const debounceMs = 70;

/**
 * Applicants for what is typed. An answer that was overtaken is dropped, and the one before stays until the next
 * comes.
 * @param query undefined: do not search.
 */
export const useFoundApplicants = (query: string | undefined): { found?: SearchAnswer; isPending: boolean } => {
	const { orgName } = useShell();
	const [found, setFound] = useState<SearchAnswer>();
	useEffect(() => {
		if (query === undefined) return;
		const controller = new AbortController();
		const ask = async () => {
			const address = `/${orgName}/search?q=${encodeURIComponent(query)}`;
			const answer = await askRoute(address, "routes/search/results", SearchAnswer, { signal: controller.signal });
			if (controller.signal.aborted) return;
			setFound(
				answer.ok ? { ...answer.data, q: query } : { q: query, applicants: [], recent: false, failure: answer.error },
			);
		};
		const timer = setTimeout(
			() =>
				ask().catch((error) => {
					if (!controller.signal.aborted) throw error;
				}),
			query === "" ? 0 : debounceMs,
		);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [orgName, query]);
	return { found: query === undefined ? undefined : found, isPending: query !== undefined && found?.q !== query };
};
