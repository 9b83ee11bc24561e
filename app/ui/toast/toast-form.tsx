import { useFetcher, useLocation } from "@remix-run/react";
import { SignedInForm } from "#app/ui/form/form";
import { toastFetcherKey } from "#app/ui/toast/toast";
import type { ToastAction } from "#app/ui/toast/toast-action";

/** A toast's action, as a form: without JavaScript a page answers it, which leads back here. */
export const ToastForm = ({ action }: { action: ToastAction }) => {
	const fetcher = useFetcher({ key: toastFetcherKey });
	const { pathname, search } = useLocation();
	return (
		<SignedInForm fetcher={fetcher} action={action.to} className="-my-0.5 shrink-0">
			<input type="hidden" name="returnTo" value={pathname + search} />
			<button
				type="submit"
				disabled={fetcher.state !== "idle"}
				className="rounded-sm px-1.5 py-0.5 font-medium text-accent underline-offset-2 hover:underline disabled:text-text-3"
			>
				{action.label}
			</button>
		</SignedInForm>
	);
};
