import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster, toast } from "sonner";
import { onDialogsChange, topDialog } from "#app/ui/dialog/open-dialogs";
import { iconProps } from "#app/ui/icon";
import { onToast, takeToasts } from "#app/ui/toast/toast";
import { ToastForm } from "#app/ui/toast/toast-form";
import { dismissClass, toastClass, toastIcons } from "#app/ui/toast/toast-look";

const tell = () => {
	for (const { kind, message, id, action } of takeToasts())
		toast[kind](message, {
			id: id ?? message,
			duration: action ? Math.min(action.forMs, longestMs) : kind === "error" ? 10_000 : 5_000,
			action: action && <ToastForm action={action} />,
		});
};

/** An action that is offered for longer stays among the commands. */
const longestMs = 60_000;

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
		<Toaster
			position="top-right"
			// why: below the buttons of the top bar and of the sheet, which are needed again at once.
			offset={{ top: 92, right: 16 }}
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
		/>,
		host,
	);
};
