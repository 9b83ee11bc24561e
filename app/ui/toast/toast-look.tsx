import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { iconProps } from "#app/ui/icon";

export const toastIcons = {
	success: <CircleCheck {...iconProps} className="text-green" />,
	error: <CircleAlert {...iconProps} className="text-red" />,
	info: <Info {...iconProps} className="text-accent" />,
	warning: <TriangleAlert {...iconProps} className="text-amber" />,
};

export const toastClass =
	"flex max-w-[calc(100vw-32px)] items-start gap-2 rounded-lg border border-line-2 bg-raised px-4 py-3 text-base text-text shadow-float";
/** Marks the toast that the server drew. */
export const serverToast = "server-toast";
export const dismissClass =
	"-my-0.5 -mr-2 grid size-6 shrink-0 place-items-center rounded-sm text-text-2 hover:bg-hover hover:text-text";
export const toastLinkClass = "shrink-0 rounded-sm px-1.5 font-medium text-accent underline-offset-2 hover:underline";
