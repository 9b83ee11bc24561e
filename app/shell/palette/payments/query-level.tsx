import { useNavigate, useSubmit } from "@remix-run/react";
import { CalendarDays, ListRestart, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { Steering } from "#app/shell/palette/level";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import { type Counted, countPending, describePending } from "#app/shell/palette/payments/count-pending";
import { useShell } from "#app/shell/shell-context";
import type { Icon } from "#app/ui/icon";

interface Choice {
	value: string;
	title: string;
	icon: Icon;
	run(): void;
}

/** Counts the payments that are pending since a day, and queries them. */
export const QueryLevel = ({ day, steering }: { day: string; steering: Steering }) => {
	const { orgName, csrf } = useShell();
	const submit = useSubmit();
	const navigate = useNavigate();
	const [idempotencyKey] = useState(() => crypto.randomUUID());
	const [counted, setCounted] = useState<Counted>();
	const here = `/${orgName}/transactions/query`;
	const sheet = `${here}?from=${day}`;
	/** Counted anew after each. */
	const [attempt, setAttempt] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
	useEffect(() => {
		const controller = new AbortController();
		setCounted(undefined);
		countPending(sheet, controller.signal).then(
			(next) => {
				if (!controller.signal.aborted) setCounted(next);
			},
			(error) => {
				if (!controller.signal.aborted) throw error;
			},
		);
		return () => controller.abort();
	}, [sheet, attempt]);
	const leave = (run: () => void) => () => {
		steering.close();
		run();
	};
	const choose = (title: string, value: string, icon: Icon, run: () => void): Choice => ({ title, value, icon, run });
	const toSheet = leave(() => navigate(sheet, { preventScrollReset: true }));
	const start = leave(() =>
		submit(
			{ csrf, startingFrom: day, counted: day, idempotencyKey },
			{ method: "post", action: here, preventScrollReset: true },
		),
	);
	const choicesOf = ({ pending, error }: Counted): Choice[] => {
		const another = choose("Choose another date…", "query:another", CalendarDays, toSheet);
		const again = () => setAttempt((count) => count + 1);
		if (pending === null) return [choose(`${error ?? ""} Try again`, "query:again", RefreshCw, again), another];
		const said = describePending(pending, day);
		if (pending === 0) return [{ ...another, title: `${said}. ${another.title}` }];
		return [choose(`Query the ${said}`, "query:start", ListRestart, start), another];
	};
	// why nothing before: an early Enter starts what was asked for, once it is counted.
	const choices = counted ? choicesOf(counted) : [];
	return (
		<PaletteFrame
			steering={steering}
			label="Query transactions"
			about="Query multiple"
			values={choices.map(({ value }) => value)}
			isPending={counted === undefined}
			empty="Counting the transactions…"
			hints={{ "↑↓": "choose", "↵": "run", esc: "back" }}
		>
			{choices.map(({ value, title, icon, run }) => (
				<PaletteItem key={value} value={value} icon={icon} onChoose={run}>
					<span>{title}</span>
				</PaletteItem>
			))}
		</PaletteFrame>
	);
};
