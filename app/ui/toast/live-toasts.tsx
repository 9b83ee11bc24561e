import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster, toast } from "sonner";
import { onDialogsChange, topDialog } from "#app/ui/dialog/open-dialogs";
import { iconProps } from "#app/ui/icon";
import { onToast, takeToasts } from "#app/ui/toast/toast";
import type { ToastAction } from "#app/ui/toast/toast-action";
import { ToastForm } from "#app/ui/toast/toast-form";
import { dismissClass, toastClass, toastIcons, toastLinkClass } from "#app/ui/toast/toast-look";
import { ToastText } from "#app/ui/toast/toast-text";

const tell = () => {
	for (const { kind, message, id, action, link, until, settles } of takeToasts()) {
		// why: the toast of an action and the one that settles it are the same toast, so that the second replaces the first.
		const shownAs = action?.to ?? settles ?? id ?? message;
		const isOffer = action && until !== undefined;
		toast[kind](isOffer ? <Offer message={message} action={action} until={until} shownAs={shownAs} /> : message, {
			id: shownAs,
			// why: the library's own timer rests under the pointer; an offer ends when it can no longer be taken up.
			duration: isOffer ? Number.POSITIVE_INFINITY : kind === "error" ? 10_000 : 5_000,
			action:
				(action && <ToastForm action={action} />) ??
				(link && (
					<Link to={link.to} className={toastLinkClass} onClick={() => toast.dismiss(shownAs)}>
						{link.label}
					</Link>
				)),
		});
	}
};

/** An action that is offered for longer stays among the commands. */
const longestMs = 60_000;

interface OfferProps {
	message: string;
	action: ToastAction;
	until: number;
	shownAs: string;
}

/** Counts down the seconds in which an action can be done, and dismisses its toast at their end. */
const Offer = ({ message, action, until, shownAs }: OfferProps) => {
	const [leftMs, setLeftMs] = useState(() => until - Date.now());
	useEffect(() => {
		const leaveAt = Math.min(until, Date.now() + longestMs);
		const timer = setInterval(() => {
			setLeftMs(until - Date.now());
			if (Date.now() >= leaveAt) toast.dismiss(shownAs);
		}, 250);
		return () => clearInterval(timer);
	}, [until, shownAs]);
	return <ToastText message={message} action={action} leftMs={leftMs} />;
};

/** Lives in the page, and inside the topmost dialog while one is open. */
export const LiveToasts = () => {
	const [host] = useState(() => document.createElement("div"));
	useEffect(() => {
		const move = () => (topDialog() ?? document.body).appendChild(host);
		move();
		const stop = onDialogsChange(move);
		return () => {
			stop();
			host.remove();
		};
	}, [host]);
	useEffect(() => {
		tell();
		return onToast(tell);
	}, []);
	return createPortal(
		// why: the library gives the focus back on Tab to where it came from, so that Tab would never get past a toast.
		<div onFocusCapture={(event) => event.stopPropagation()}>
			<Toaster
				containerAriaLabel="Messages"
				position="top-right"
				// why: below the buttons of the top bar, of a page and of the sheet, which are needed again at once.
				offset={{ top: 116, right: 16 }}
				mobileOffset={16}
				gap={10}
				expand
				closeButton
				icons={{ ...toastIcons, close: <X {...iconProps} size={14} /> }}
				style={{ fontFamily: "inherit" }}
				toastOptions={{
					// why: the library's own colours fail AA, and would not follow the theme.
					unstyled: true,
					closeButtonAriaLabel: "Dismiss",
					classNames: {
						toast: `${toastClass} w-(--width)`,
						icon: "mt-0.5",
						content: "min-w-0 flex-1",
						closeButton: `${dismissClass} order-last`,
					},
				}}
			/>
		</div>,
		host,
	);
};
