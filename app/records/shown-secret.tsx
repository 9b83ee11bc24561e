import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/ui/button";
import { announce } from "#app/ui/focus/announce";
import { inputClass } from "#app/ui/form/control-class";
import { useHydrated } from "#app/ui/use-hydrated";

/** A secret that is shown this once, to be copied. */
export const ShownSecret = ({ label, secret }: { label: string; secret: string }) => {
	const isHydrated = useHydrated();
	const [isCopied, setIsCopied] = useState(false);
	const copy = async () => {
		await navigator.clipboard.writeText(secret);
		setIsCopied(true);
		announce("Copied");
	};
	return (
		<div className="grid gap-1.5">
			<label htmlFor="shown-secret" className="font-medium">
				{label}
			</label>
			<div className="flex gap-2">
				<input
					id="shown-secret"
					readOnly
					value={secret}
					spellCheck={false}
					data-autofocus=""
					onFocus={({ currentTarget }) => currentTarget.select()}
					className={`${inputClass} font-mono text-sm`}
				/>
				{isHydrated && "clipboard" in navigator && (
					<Button type="button" icon={isCopied ? Check : Copy} onClick={copy}>
						{isCopied ? "Copied" : "Copy"}
					</Button>
				)}
			</div>
		</div>
	);
};
