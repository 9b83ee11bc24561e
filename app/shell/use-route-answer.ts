import { useRef, useState } from "react";
import type * as v from "valibot";
import { askRoute, type RouteAnswer } from "#app/shell/palette/route-data";

/** Returns a route's result for the last text that was asked; the former one stays until the next arrives. */
export const useRouteAnswer = <S extends v.GenericSchema>(routeId: string, schema: S) => {
	const [answer, setAnswer] = useState<RouteAnswer<v.InferOutput<S>>>();
	const [answeredQuery, setAnsweredQuery] = useState("");
	const [isPending, setPending] = useState(false);
	const latest = useRef(0);
	const ask = async (address: string, query = "") => {
		latest.current += 1;
		const turn = latest.current;
		setPending(true);
		const next = await askRoute(address, routeId, schema);
		// why: an overtaken result must not replace the later one.
		if (turn !== latest.current) return;
		setAnswer(next);
		setAnsweredQuery(query);
		setPending(false);
	};
	return { answer, answeredQuery, isPending, ask };
};
