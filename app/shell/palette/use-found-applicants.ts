import { useEffect, useState } from "react";
import { askRoute } from "#app/shell/palette/route-data";
import { SearchAnswer } from "#app/shell/palette/search-answer";
import { useShell } from "#app/shell/shell-context";

/** Returns applicants for the typed text, at every key without a delay; `undefined` searches nothing. */
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
		ask().catch((error) => {
			if (!controller.signal.aborted) throw error;
		});
		return () => controller.abort();
	}, [orgName, query]);
	return { found: query === undefined ? undefined : found, isPending: query !== undefined && found?.q !== query };
};
