import { useEffect, useState } from "react";
import { Callout } from "#app/ui/callout";
import { useHydrated } from "#app/ui/use-hydrated";

interface SaidProps {
	text: string;
	tone: "info" | "danger";
	role: "status" | "alert";
}

/** why: screen readers announce a change in an existing region, not a region that appears with its text. */
export const Said = ({ text, tone, role }: SaidProps) => {
	const hydrated = useHydrated();
	const [said, setSaid] = useState(hydrated ? "" : text);
	useEffect(() => setSaid(text), [text]);
	return <div role={role}>{said && <Callout tone={tone}>{said}</Callout>}</div>;
};
