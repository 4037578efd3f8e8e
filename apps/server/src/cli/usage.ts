/** What `--help` prints, and every misuse after its reason. */
export const usage = `relayer-server <command>

  serve [--dev-if-unconfigured]   run the server (config/config.json and API_KEY)
                                  with the flag, and with neither of the two: a development
                                  server with its own chain and one funded relayer
  migrate                         create or update the tables of DATABASE_URL
  keygen [options]                make a new key in a keystore file
      --output-dir <folder>         where (default: config/keys)
      --filename <name>             default: key_YYYYMMDD_HHMMSS.json
      --password <passphrase>       default: the variable KEYSTORE_PASSPHRASE
      --force                       overwrite an existing file
  --help, --version

Settings come from the environment and from .env; apps/server/README.md lists them.`
