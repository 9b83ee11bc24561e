import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isOfMany, undoPath, undoTitle } from "#app/list/bulk/undo-toast";
import { useShell } from "#app/shell/shell-context";
import { SignedInForm } from "#app/ui/form/form";
import { TextLink } from "#app/ui/text-link";
import { toastFetcherKey } from "#app/ui/toast/toast";
import type { UndoableChange } from "#worker/services/batches/contract";

/** Undoes a change whose toast is gone, while it can be undone. A change of several leads to the page that lists them. */
export const UndoEntry = ({ change, forMs }: { change: UndoableChange; forMs: number }) => {
	const { orgName } = useShell();
	const { pathname, search } = useLocation();
	const fetcher = useFetcher({ key: toastFetcherKey });
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setOver(true), forMs);
		return () => clearTimeout(timer);
	}, [forMs]);
	if (isOver) return null;
	if (isOfMany(change.subject))
		return (
			<>
				{" · "}
				<TextLink to={`/${orgName}/batches/${change.id}`}>Changed with others: show all or undo</TextLink>
			</>
		);
	return (
		<SignedInForm fetcher={fetcher} action={undoPath(orgName, change.id)} className="inline">
			{" · "}
			<input type="hidden" name="returnTo" value={pathname + search} />
			<button type="submit" aria-label={undoTitle(change)} disabled={fetcher.state !== "idle"} className="text-link">
				Undo
			</button>
		</SignedInForm>
	);
};
