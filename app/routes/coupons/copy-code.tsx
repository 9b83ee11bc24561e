import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/ui/button";
import { announce } from "#app/ui/focus/announce";
import { useHydrated } from "#app/ui/use-hydrated";

/** A code, with a button that copies it where scripts run. */
export const CopyCode = ({ code }: { code: string }) => {
	const isHydrated = useHydrated();
	const [isCopied, setIsCopied] = useState(false);
	const copy = async () => {
		await navigator.clipboard.writeText(code);
		setIsCopied(true);
		announce("Copied");
	};
	return (
		<span className="inline-flex max-w-full items-center gap-2">
			<code className="wrap-anywhere">{code}</code>
			{isHydrated && "clipboard" in navigator && (
				<Button
					type="button"
					size="small"
					icon={isCopied ? Check : Copy}
					aria-label={isCopied ? `Copied ${code}` : `Copy ${code}`}
					onClick={copy}
				/>
			)}
		</span>
	);
};
