declare global {
	namespace Cloudflare {
		/** The `exports` of "cloudflare:workers": the Worker that the portal's tests call. */
		interface GlobalProps {
			mainModule: typeof import("#worker/index");
		}
	}
}

export {};
