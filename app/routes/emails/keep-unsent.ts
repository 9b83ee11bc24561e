import { useEffect, useState } from "react";
import * as v from "valibot";
import { forgetInTab, recallInTab, rememberInTab } from "#app/session/tab-memory";

const Unsent = v.object({ subject: v.string(), message: v.string() });
type Unsent = v.InferOutput<typeof Unsent>;

/**
 * Keeps a half-written email or SMS, which has no subject, for this tab while its page is loaded again. Sending it, or leaving
 * it within the portal, forgets it. @param place what it is about
 */
export const useUnsent = (orgName: string, place: string, isAnswered: boolean) => {
	const name = `email ${place}`;
	const [found, setFound] = useState<Unsent>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: read once, before anything is typed.
	useEffect(() => {
		const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Unsent), recallInTab(orgName, name));
		if (read.success && !isAnswered) setFound(read.output);
		// why: a page that is loaded anew ends without this.
		return () => forgetInTab(orgName, name);
	}, [name]);
	const keep = ({ subject, message }: Unsent) => {
		if (subject === "" && message === "") forgetInTab(orgName, name);
		else rememberInTab(orgName, name, JSON.stringify({ subject, message }));
	};
	return { found, keep };
};
