import { platformName } from "#worker/contract/payment-platforms";

/** A shape of each platform's own. why drawn here: the platforms' logos are their trademarks. */
const shapes: Readonly<Record<string, string>> = {
	PAYSTACK: "M5 6h10v2H5zM5 9h10v2H5zM5 12h6v2H5z",
	REMITA: "M5 5h6a3 3 0 0 1 1 5.8L15 15h-3l-2.6-4H8v4H5zM8 7.5V9h2.5V7.5z",
	INTERSWITCH: "M4 10l4-4v3h8v2H8v3zM16 6v2h-4V6zM16 12v2h-4v-2z",
	STRIPE: "M4 12l12-6v3L4 15zM4 6h5l-5 2.5z",
	NABROLL: "M5 15V5h2l6 6V5h2v10h-2L7 9v6z",
	PAYPRO_KANO: "M6 15V5h5a3.5 3.5 0 0 1 0 7H8v3zM8 7v3h3a1.5 1.5 0 0 0 0-3z",
	PAYUNIMAID: "M5 5h2v6a3 3 0 0 0 6 0V5h2v6a5 5 0 0 1-10 0z",
};

/** The mark of a payment platform with its name (§9). */
export const PlatformMark = ({ platform }: { platform: string }) => (
	<span className="inline-flex min-w-0 items-center gap-2 align-middle">
		<svg viewBox="0 0 20 20" aria-hidden className="size-5 shrink-0 rounded-sm bg-accent-soft text-accent">
			<path d={shapes[platform]} fill="currentColor" fillRule="evenodd" />
		</svg>
		<span className="truncate">{platformName(platform)}</span>
	</span>
);
